import { Type } from 'typebox';
import { type Clock, KIND_TRAITS } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { readCoverage } from '../../../history/contract/coverage.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { findStatisticsStart } from '../../../screens/largest/hourly-bars.ts';
import { describeSamples } from '../../../screens/risk/sample-note.ts';
import type { Screens } from '../../../screens/screens.ts';
import { answerAssetStats } from '../../../screens/stats/asset-stats.ts';
import { explainStatsNulls } from '../../../screens/stats/why-null.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { coverageField } from '../../shapes/coverage.ts';
import { snapshotField } from '../../shapes/feed-fields.ts';
import { sampleNoteField } from '../../shapes/sampling.ts';
import { statsPackSchema } from '../../shapes/stats-pack.ts';
import { explainedNulls, explainParam } from '../../shapes/why-null.ts';

export interface AssetStatsRouteOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly screens: Screens;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/stats: all statistics of one asset. */
export const registerAssetStats: Registration<AssetStatsRouteOptions> = (
  app,
  { assets, feed, history, screens, clock },
) => {
  app.get(
    '/api/asset/:asset/stats',
    {
      config: {
        access: 'pro',
        feature: 'stats',
        cacheSeconds: 15,
        getVenues: findAssetVenue,
      },
      schema: {
        operationId: 'getAssetStats',
        summary: 'Statistics of one asset',
        description:
          'Computed from hourly bars of 30 days and annualised by the time that they cover. Hours that were not recorded are asked of the venue once, for two seconds at most.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({ explain: explainParam() }),
        response: { 200: assetStatsSchema, ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params, query: { explain } }) => {
      const found = await requireAsset(assets, params.asset);
      const { asset, kind, venue } = found.ref;
      const figures = await answerAssetStats({ history, clock, backfill: screens.backfill }, found);
      const { stats, benchmark } = figures;
      screens.stats.learn(found.ref, figures);
      const now = clock();
      return {
        ok: true as const,
        asset,
        type: kind,
        now,
        snapshot: {
          fetchedAt: feed.snapshot(venue)?.fetchedAt ?? null,
          ageMs: feed.ageMs(venue),
          stale: feed.isStale(venue),
        },
        coverage: await readCoverage(
          history,
          found.ref,
          { fromMs: findStatisticsStart(now), toMs: now },
          now,
        ),
        stats,
        sampleNote: describeSamples('stats', { unit: KIND_TRAITS[kind].unit, basis: 'hourly' }),
        ...(benchmark === undefined ? {} : { benchmark }),
        ...(explain ? { whyNull: explainStatsNulls(figures, found) } : {}),
      };
    },
  );
};

const assetStatsSchema = s.object('Statistics of one asset.', {
  ok: s.okTrue(),
  asset: s.assetIdField('hl-ETH'),
  type: s.kindField(),
  now: s.epochMsField('Time of the answer.'),
  snapshot: snapshotField("Venue's newest poll result."),
  coverage: coverageField(),
  stats: statsPackSchema(),
  sampleNote: sampleNoteField(),
  benchmark: Type.Optional(
    s.nullable(
      s.object('How a perpetual moves when its benchmark rises and falls.', {
        benchmarkAsset: s.assetIdField(),
        up: s.nullable(
          s.num(
            "Sum of the asset's returns in hours in which the benchmark rose, divided by the sum of the benchmark's.",
            1.21,
          ),
          'the benchmark never rose',
        ),
        down: s.nullable(
          s.num('The same for hours in which the benchmark fell.', 1.34),
          'the benchmark never fell',
        ),
        captureSpread: s.nullable(s.num('up minus down.', -0.13), 'up or down is null'),
        alignedBars: s.int('Hours with a return of both.', 720),
      }),
      'they share fewer than 24 hours or the asset is the benchmark',
    ),
  ),
  whyNull: explainedNulls(),
});
