import { Type } from 'typebox';
import type { KeyRecord } from '../../../../accounts/keys/keys.ts';
import { TIERS } from '../../../../accounts/tiers.ts';
import { VENUES } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';

/**
 * Converts a key record to its body in responses. Members are listed one by one, so that a new member of records stays
 * internal until it is added here.
 */
export function toKeyBody(record: KeyRecord) {
  const { hash, owner, tier, label, venues, createdAt, expiresAt, revokedAt, botId, lastUsedAt } = record;
  return { hash, owner, tier, label, venues, createdAt, expiresAt, revokedAt, botId, lastUsedAt };
}

export const keyRecordSchema = () =>
  s.named(
    'KeyRecord',
    s.object('Record of an API key. The key itself is shown only once, when it is issued.', {
      hash: s.text(
        'SHA-256 of the key in hex.',
        '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be',
      ),
      owner: s.text('Owner of the key.', 'owner_1'),
      tier: s.choice('Tier of the key, which sets its limits and features.', TIERS),
      label: s.nullable(s.text('Note by the operator.', 'research'), 'there is no note'),
      venues: venuesField(),
      createdAt: s.issuedAtField(),
      expiresAt: s.expiresAtField(),
      revokedAt: s.nullable(s.epochMsField('When the key was revoked.'), 'the key was not revoked'),
      botId: s.text(
        'Id of the bot that the key trades for. It stays the same when the key is rotated.',
        'bot_V1StGXR8Z5jdHi6B',
      ),
      lastUsedAt: s.nullable(
        s.epochMsField('When the key was last used, to the minute.'),
        'the key has not been used yet',
      ),
    }),
  );

export const venuesField = () =>
  s.named(
    'KeyVenues',
    Type.Unsafe<'all' | readonly string[]>({
      description: 'Venues that the key may read: `all`, or a list.',
      examples: ['all'],
      anyOf: [
        { type: 'string', const: 'all' },
        { type: 'array', items: { type: 'string', enum: VENUES } },
      ],
    }),
  );
