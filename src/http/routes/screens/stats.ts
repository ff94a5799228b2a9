import { Type } from 'typebox';
import type { VenueNeed } from '../../../accounts/keys/keys.ts';
import { type Clock, KIND_TRAITS, VENUES } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { Screens } from '../../../screens/screens.ts';
import { decodeKind, STATS_VENUES, type StatsVenue } from '../../../screens/stats/stats-screen.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { snapshotAgesField, staleVenuesField } from '../../shapes/feed-fields.ts';
import {
  FIGURES,
  framingField,
  suppressionField,
  terminalVarianceField,
  verdictField,
} from '../../shapes/figure-fields.ts';
import { change24hSourceField } from '../../shapes/m2m-fields.ts';

/** Time for which this process caches a body: one second, because the body states the age of the results. */
const BODY_FRESH_MS = 1_000;

export interface StatsOptions {
  readonly feed: Feed;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** Finds the venues of the response: the requested one, or all without `venue`. */
function getVenues(_params: unknown, { venue }: Readonly<Record<string, unknown>>): VenueNeed {
  const asked = STATS_VENUES.find((known) => known === String(venue).toLowerCase());
  return asked === undefined ? 'several' : KIND_TRAITS[decodeKind(asked)].venue;
}

/** GET /api/stats: statistics of the largest markets of every kind, computed from stored records only. */
export const registerStats: Registration<StatsOptions> = (app, { feed, screens, clock }) => {
  app.get(
    '/api/stats',
    {
      config: {
        access: 'pro',
        feature: 'stats',
        cacheSeconds: 15,
        processCacheMs: BODY_FRESH_MS,
        getVersion: () => screens.stats.version,
        getVenues,
      },
      schema: {
        operationId: 'getStats',
        summary: 'Statistics of the largest markets',
        description:
          'Covers the 40 largest perpetuals and the 20 largest markets of each binary kind by 24 h volume. Computed from stored hourly bars of 30 days and annualised by the time that they cover. Results are kept for about 20 s; figures missing here appear once /api/asset/{asset}/stats was requested.',
        tags: ['screens'],
        querystring: s.queryParams({
          venue: Type.Optional(s.choice('Only this kind of market.', STATS_VENUES)),
          max: Type.Optional(
            s.int('Maximum number of assets; the largest are taken, in the proportion of the kinds.', 30, {
              minimum: 1,
            }),
          ),
        }),
        response: { 200: statsSchema, ...s.failures('validation_failed') },
      },
    },
    async ({ query: { venue, max } }) => {
      const startedAt = performance.now();
      const list = await screens.stats.list({
        ...(venue === undefined ? {} : { venue }),
        ...(max === undefined ? {} : { max }),
      });
      const { requested, returned } = list.coverage;
      return {
        ok: true as const,
        now: clock(),
        elapsedMs: Math.round(performance.now() - startedAt),
        cached: list.cached,
        resultsAgeMs: list.resultsAgeMs,
        requested,
        returned,
        venue: venue ?? null,
        coverage: list.coverage,
        perVenue: list.perVenue,
        snapshot: {
          ages: Object.fromEntries(VENUES.map((one) => [one, feed.ageMs(one)])),
          stale: Object.fromEntries(VENUES.map((one) => [one, feed.isStale(one)])),
        },
        results: list.results,
      };
    },
  );
};

const coverageSchema = () =>
  s.named(
    'StatsCoverage',
    s.object('Counts of one kind.', {
      requested: s.int('Number of requested assets.', 20),
      returned: s.int('Assets with statistics.', 18),
    }),
  );

const statsSchema = s.object('Statistics of many markets.', {
  ok: s.okTrue(),
  now: s.epochMsField('Time of the answer.'),
  elapsedMs: s.int('Time that the answer took in ms.', 12),
  cached: s.bool('Whether the results were computed for an earlier request.', true),
  resultsAgeMs: s.int('Age of the results in ms.', 8_400),
  requested: s.int('Number of requested assets.', 120),
  returned: s.int('Assets with statistics.', 114),
  venue: s.nullable(s.choice('Requested kind of market.', STATS_VENUES), 'all were requested'),
  coverage: s.object('Coverage of the request.', {
    requested: s.int('The same number for the requested kind.', 120),
    returned: s.int('The same number for the requested kind.', 114),
    missing: s.array(
      'Requested assets without statistics.',
      s.object('One asset.', {
        asset: s.assetIdField('pm-will-it-rain'),
        reason: s.choice(
          'Reason. `backfilling`: its hours are being filled in; `no-history`: no record in 30 days.',
          ['backfilling', 'no-history', 'unreadable-history', 'not-computed'],
        ),
      }),
    ),
  }),
  perVenue: Type.Unsafe<Partial<Record<StatsVenue, { requested: number; returned: number }>>>({
    type: 'object',
    properties: Object.fromEntries(STATS_VENUES.map((venue) => [venue, coverageSchema()])),
    description: 'The same counts by kind of market.',
  }),
  snapshot: s.object('Snapshots from which the assets were chosen.', {
    ages: snapshotAgesField(),
    stale: staleVenuesField(),
  }),
  results: s.array(
    'Markets by kind, the largest of each kind first.',
    s.object('One market.', {
      asset: s.assetIdField(),
      type: s.kindField(),
      name: s.text('Coin or question.', 'BTC'),
      markPx: s.nullable(
        s.num('Mark price in USD, or probability of Yes.', 87_250.5),
        'the market has no price',
      ),
      changePct: s.nullable(
        s.num(
          "Price change over 24 hours in percent: the venue's figure, or from stored records for binaries.",
          1.45,
        ),
        'the price of 24 hours ago is not known',
      ),
      change24hSource: change24hSourceField('changePct is null'),
      stats: s.object(
        'Statistics. Figures are per hourly bar unless stated otherwise; losses are positive.',
        {
          n: s.int('Number of returns.', 720),
          returnMode: s.choice(
            'Kind of returns: `LOG` for perpetuals, `DIFF` (differences) for probabilities.',
            ['LOG', 'DIFF'],
          ),
          framing: framingField(),
          annualisedVol: FIGURES.annualisedVol,
          sharpe: FIGURES.sharpe,
          sharpeSuppressedReason: suppressionField(),
          sortino: FIGURES.sortino,
          var95: FIGURES.var95,
          es95: FIGURES.es95,
          maxDrawdown: FIGURES.maxDrawdown,
          hurst: FIGURES.hurst,
          autocorr1: FIGURES.autocorr1,
          halfLifeMR: FIGURES.halfLifeMR,
          verdict: verdictField(),
          horizon: Type.Optional(
            s.object('How far the price can still move. Binaries only.', {
              daysToResolve: s.nullable(
                s.num('Days until the market ends.', 12.5),
                'the venue states no end',
              ),
              perDayMove: s.nullable(
                s.num("Standard deviation of a day's move, 0 to 1.", 0.031),
                'there are fewer than two returns',
              ),
              terminalVariance: terminalVarianceField(),
            }),
          ),
        },
      ),
    }),
  ),
});
