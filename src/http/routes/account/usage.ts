import { Type } from 'typebox';
import { listFeatures, TIERS } from '../../../accounts/tiers.ts';
import { requireKey } from '../../access/key-holder.ts';
import type { Registration } from '../../routing/registration.ts';
import {
  array,
  choice,
  epochMsField,
  expiresAtField,
  failures,
  int,
  issuedAtField,
  nullable,
  object,
  okTrue,
  text,
} from '../../schemas/schema.ts';
import { venuesField } from '../../shapes/key-record.ts';
import type { AccountRouteOptions } from './account-options.ts';

/** GET /api/account/usage: what the key has used up this month, and what it may. */
export const registerUsage: Registration<AccountRouteOptions> = (app, { usage, tiers }) => {
  app.get(
    '/api/account/usage',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getUsage',
        summary: 'Usage and limits of the key',
        description:
          'Counts of the current calendar month in UTC. Only requests of premium endpoints count; account calls do not.',
        tags: ['account'],
        response: { 200: usageSchema(), ...failures('missing_api_key', 'invalid_api_key', 'rate_limited') },
      },
    },
    async (request) => {
      const { hash, owner, tier, venues, botId, createdAt, expiresAt } = requireKey(request);
      const limits = tiers[tier];
      const counted = await usage.summary(botId);
      return {
        ok: true as const,
        tier,
        owner,
        venues,
        month: usage.month,
        limits: {
          monthlyQuota: limits.monthlyQuota,
          ratePerMin: limits.ratePerMin,
          maxConcurrentStreams: limits.maxConcurrentStreams,
          features: listFeatures(tier),
          venues,
        },
        usage: {
          total: counted.total,
          quotaRemaining:
            limits.monthlyQuota === null ? null : Math.max(0, limits.monthlyQuota - counted.total),
          byVenue: counted.byVenue,
          byEndpoint: counted.byEndpoint,
          firstAt: counted.firstAt,
          lastAt: counted.lastAt,
        },
        key: { hash, createdAt, expiresAt },
      };
    },
  );
};

const counts = (description: string, example: Readonly<Record<string, number>>) =>
  Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    description,
    additionalProperties: { type: 'integer' },
    examples: [example],
  });

const usageSchema = () =>
  object('What the key has used up and what it may.', {
    ok: okTrue(),
    tier: choice('Tier of the key.', TIERS),
    owner: text('Whose key it is.', 'owner_1'),
    venues: venuesField(),
    month: text('The month that is counted, UTC.', '2026-11'),
    limits: object('What the tier allows.', {
      monthlyQuota: nullable(int('Requests a month.', 1_000_000), 'there is no limit'),
      ratePerMin: int('Requests a minute.', 600),
      maxConcurrentStreams: int('Live streams at once.', 5),
      features: array('Features that the tier includes.', text('A feature.', 'history')),
      venues: venuesField(),
    }),
    usage: object('Requests of the month.', {
      total: int('All of them.', 42),
      quotaRemaining: nullable(int('Left this month.', 999_958), 'there is no limit'),
      byVenue: counts('Of requests that name a venue.', { hyperliquid: 40 }),
      byEndpoint: counts('By route.', { '/api/m2m/:asset/bundle': 42 }),
      firstAt: nullable(epochMsField('The first of the month.'), 'there was none'),
      lastAt: nullable(epochMsField('The newest.'), 'there was none'),
    }),
    key: object('The key itself.', {
      hash: text('SHA-256 of the key.', '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be'),
      createdAt: issuedAtField(),
      expiresAt: expiresAtField(),
    }),
  });
