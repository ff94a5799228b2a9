import { Type } from 'typebox';
import { listFeatures, TIERS } from '../../../accounts/tiers.ts';
import { requireKey } from '../../access/key-holder.ts';
import { dailyParam, dayField, NO_DAYS } from '../../parameters/daily.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import type { AccountRouteOptions } from './account-options.ts';
import { venuesField } from './shapes/key-record.ts';

/** GET /api/account/usage: requests of the key this month, and its limits. */
export const registerUsage: Registration<AccountRouteOptions> = (app, { usage, tiers }) => {
  app.get(
    '/api/account/usage',
    {
      config: { access: 'key', cacheSeconds: 0, probe: false },
      schema: {
        operationId: 'getUsage',
        summary: 'Usage and limits of the key',
        description:
          'Counts are for the current calendar month in UTC. Only requests to premium endpoints count; account calls do not.',
        tags: ['account'],
        querystring: s.queryParams({ days: dailyParam() }),
        response: {
          200: usageSchema(),
          ...s.failures('validation_failed', 'missing_api_key', 'invalid_api_key', 'rate_limited'),
        },
      },
    },
    async (request) => {
      const { hash, owner, tier, venues, botId, createdAt, expiresAt } = requireKey(request);
      const limits = tiers[tier];
      const { days } = request.query;
      const counted = await usage.readSummary(botId);
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
        daily: days === undefined ? null : await usage.readDaily(botId, days),
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
  s.object('Usage and limits of the key.', {
    ok: s.okTrue(),
    tier: s.choice('Tier of the key.', TIERS),
    owner: s.text('Owner of the key.', 'owner_1'),
    venues: venuesField(),
    month: s.text('Month of the counts, UTC.', '2026-11'),
    limits: s.object('Limits of the tier.', {
      monthlyQuota: s.nullable(s.int('Allowed requests per month.', 1_000_000), 'there is no limit'),
      ratePerMin: s.int('Allowed requests per minute.', 600),
      maxConcurrentStreams: s.int('Allowed concurrent live streams.', 5),
      features: s.array('Features that the tier includes.', s.text('Name of the feature.', 'history')),
      venues: venuesField(),
    }),
    usage: s.object('Requests in this month.', {
      total: s.int('Number of requests.', 42),
      quotaRemaining: s.nullable(s.int('Requests left this month.', 999_958), 'there is no limit'),
      byVenue: counts('Requests by venue, for requests that name one.', { hyperliquid: 40 }),
      byEndpoint: counts('Requests by route.', { '/api/m2m/:asset/bundle': 42 }),
      firstAt: s.nullable(s.epochMsField('Time of the first request.'), 'there was none'),
      lastAt: s.nullable(s.epochMsField('Time of the newest request.'), 'there was none'),
    }),
    daily: s.nullable(
      s.array(
        'Requests by day, oldest first. The current day is not over.',
        s.object('Requests of one day.', {
          day: dayField(),
          requests: s.nullable(
            s.int('Number of requests.', 42),
            'the service did not count by day yet: it does since version 2.0, for a year',
          ),
        }),
      ),
      NO_DAYS,
    ),
    key: s.object('Key that made the request.', {
      hash: s.text(
        'SHA-256 of the key in hex.',
        '645b505be74e9a8d757b2ae5ee21d305111ca0be70e4f9dbad80c8e8156a91be',
      ),
      createdAt: s.issuedAtField(),
      expiresAt: s.expiresAtField(),
    }),
  });
