import { Type } from 'typebox';
import { BOT_ID_PATTERN } from '../../../accounts/keys/api-key.ts';
import type { IssuedKey, ReissuedKey, VenueGrant } from '../../../accounts/keys/keys.ts';
import { TIERS } from '../../../accounts/tiers.ts';
import { OWNER_PATTERN } from '../../../billing/ledger/chart.ts';
import { type EpochMs, isVenueId, VENUES } from '../../../domain/index.ts';
import { describeAction } from '../../access/key-holder.ts';
import { expiresAtMember, labelMember, requireFuture } from '../../parameters/key-members.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import { requireStore } from '../../responses/store-failures.ts';
import type { Registration } from '../../routing/registration.ts';
import { strictBody } from '../../schemas/bodies.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { keyRecordSchema, toKeyBody } from './shapes/key-record.ts';

/** POST /api/account/keys: issues a key. */
export const registerKeyIssue: Registration<AccountRouteOptions> = (app, { keys, clock }) => {
  app.post(
    '/api/account/keys',
    {
      config: { access: 'admin', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'issueKey',
        summary: 'Issue an API key',
        description:
          'The key appears only in this answer; the service stores its hash. With `botId`, after `DELETE /api/account/keys {botId}`, positions, settings and order ids of the bot stay.',
        tags: ['admin'],
        body: strictBody({
          tier: Type.Optional(s.choice('Tier of the key; with botId that of the bot.', TIERS)),
          owner: Type.Optional(
            s.text('Owner of the key; with botId that of the bot.', 'owner_1', {
              pattern: OWNER_PATTERN,
              maxLength: 128,
            }),
          ),
          botId: Type.Optional(
            s.text(
              'Existing bot without a live key, which goes on with the new key.',
              'bot_V1StGXR8Z5jdHi6B',
              {
                pattern: BOT_ID_PATTERN,
              },
            ),
          ),
          label: labelMember(),
          venues: Type.Optional(
            s.text('Venues that the key may read, separated by commas, or `all`.', 'all', { maxLength: 100 }),
          ),
          expiresAt: expiresAtMember('the key'),
        }),
        response: {
          200: s.object('Issued key with its record.', {
            ok: s.okTrue(),
            rawKey: s.text('API key; it is shown only once.', 'ct_live_...'),
            record: keyRecordSchema(),
          }),
          ...s.failures(
            'validation_failed',
            'admin_unauthorized',
            'bot_not_found',
            'too_many_attempts',
            'ledger_unavailable',
          ),
        },
      },
    },
    async (request) => {
      const { tier, owner, botId, label = null, venues, expiresAt = null } = request.body;
      const grant = parseVenues(venues ?? 'all');
      requireFuture(expiresAt, clock());
      if (botId !== undefined) {
        const by = { ...describeAction(request, 'key.reissue', botId, owner ?? null), at: clock() };
        const reissue = {
          botId,
          owner: owner ?? null,
          tier: tier ?? null,
          label,
          venues: venues === undefined ? null : grant,
          expiresAt: expiresAt as EpochMs | null,
        };
        const { rawKey, record } = requireReissued(await requireStore(() => keys.store.reissue(reissue, by)));
        return { ok: true as const, rawKey, record: toKeyBody(record) };
      }
      if (tier === undefined) throw refuseParameter('tier', `tier must be one of ${TIERS.join(', ')}`);
      if (owner === undefined) throw refuseParameter('owner', 'owner is required: the holder of the key');
      const by = { ...describeAction(request, 'key.issue', null, `${tier} for ${owner}`), at: clock() };
      const issued = await requireStore(() =>
        keys.issue({ owner, tier, label, venues: grant, expiresAt: expiresAt as EpochMs | null }, by),
      );
      return { ok: true as const, rawKey: issued.rawKey, record: toKeyBody(issued.record) };
    },
  );
};

/**
 * Requires that a key was issued again. @throws {ApiError} 404 for an unknown bot, 400 for a bot of another owner or
 * tier, or with a live key.
 */
function requireReissued(outcome: ReissuedKey): IssuedKey {
  switch (outcome.status) {
    case 'issued':
      return outcome.issued;
    case 'bot_not_found':
      throw new ApiError('bot_not_found', 'no key was ever issued for this bot');
    case 'other_owner':
      throw refuseParameter('owner', 'the bot belongs to another owner');
    case 'other_tier':
      throw refuseParameter('tier', `the bot is ${outcome.tier}: leave tier out, or issue a key of its own`);
    case 'has_live_key':
      throw refuseParameter('botId', 'the bot has a live key: revoke --bot first');
  }
}

/**
 * Parses a grant of venues. @throws {ApiError} 400 for an unknown venue, an empty item, or a venue that is named twice.
 */
function parseVenues(given: string): VenueGrant {
  if (given === 'all') return 'all';
  const named = given.split(',').map((item) => item.trim());
  if (!named.every(isVenueId) || new Set(named).size < named.length) {
    throw refuseParameter(
      'venues',
      `venues must be all, or some of ${VENUES.join(', ')} separated by commas`,
    );
  }
  return VENUES.filter((venue) => named.includes(venue));
}
