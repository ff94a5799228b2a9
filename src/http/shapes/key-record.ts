import { Type } from 'typebox';
import type { KeyRecord } from '../../accounts/keys/keys.ts';
import { TIERS } from '../../accounts/tiers.ts';
import { VENUES } from '../../domain/index.ts';
import * as s from '../schemas/schema.ts';

/** The members of a record that answers show, one by one: what is added to records stays inside until it is listed. */
export function toRecordAnswer(record: KeyRecord) {
  const { hash, owner, tier, label, venues, createdAt, expiresAt, revokedAt, botId, lastUsedAt } = record;
  return { hash, owner, tier, label, venues, createdAt, expiresAt, revokedAt, botId, lastUsedAt };
}

export const keyRecordSchema = () =>
  s.named(
    'KeyRecord',
    s.object('Stored record of a key. The key itself is shown once, when it is issued.', {
      hash: s.text('SHA-256 of the key.', '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be'),
      owner: s.text('Owner of the key.', 'owner_1'),
      tier: s.choice('Tier.', TIERS),
      label: s.nullable(s.text('A note of the operator.', 'research'), 'there is none'),
      venues: venuesField(),
      createdAt: s.issuedAtField(),
      expiresAt: s.expiresAtField(),
      revokedAt: s.nullable(s.epochMsField('When it was revoked.'), 'it was not revoked'),
      botId: s.text('Stays the same when the key is rotated.', 'bot_V1StGXR8Z5jdHi6B'),
      lastUsedAt: s.nullable(s.epochMsField('When it was last used, to the minute.'), 'it was not used yet'),
    }),
  );

export const venuesField = () =>
  s.named(
    'KeyVenues',
    Type.Unsafe<'all' | readonly string[]>({
      description: 'The venues that the key may read: all, or a list.',
      examples: ['all'],
      anyOf: [
        { type: 'string', const: 'all' },
        { type: 'array', items: { type: 'string', enum: VENUES } },
      ],
    }),
  );
