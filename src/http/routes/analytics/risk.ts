import { Type } from 'typebox';
import {
  describeSampling,
  type RiskMetrics,
  type RiskPoints,
  riskPoints,
  riskReport,
} from '../../../analytics/index.ts';
import { type Clock, epochMs, HOUR_MS, KIND_TRAITS, latestTime } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { readCoverage } from '../../../history/contract/coverage.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { readRiskSample } from '../../../screens/risk/risk-sample.ts';
import { describeSamples } from '../../../screens/risk/sample-note.ts';
import { explainRiskNulls } from '../../../screens/risk/why-null.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { buildAssetHead } from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import { NULL_WHEN } from '../../schemas/null-when.ts';
import * as s from '../../schemas/schema.ts';
import { seriesFields } from '../../shapes/asset-fields.ts';
import { coverageField } from '../../shapes/coverage.ts';
import { suppressionField } from '../../shapes/figure-fields.ts';
import { sampleNoteField, samplingField } from '../../shapes/sampling.ts';
import { explainedNulls, explainParam } from '../../shapes/why-null.ts';

/** Maximum number of newest records that a request reads. */
const RECORDS_READ = 5_000;
/** Number of newest hours that are read if the records are not sufficient. */
const HOURS_READ = 720;
const DEFAULT_MIN_BARS = 30;

export interface RiskOptions {
  readonly assets: AssetFinder;
  readonly history: HistoryReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/risk: risk of the recorded prices, on log returns for every kind of asset. */
export const registerRisk: Registration<RiskOptions> = (app, { assets, history, clock }) => {
  app.get(
    '/api/asset/:asset/risk',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getAssetRisk',
        summary: 'Risk metrics of one asset',
        description:
          'Computed from log returns of the newest 5,000 live records, or of the newest 720 hours when those cover less than six hours, and annualised by the time that they cover. Figures are fractions: 0.05 is 5 %, of probabilities too, whose risk in percentage points is `points`. For probabilities, figures about the return of a year are null.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          minBars: s.int(
            'Minimum number of usable records; with fewer, all metrics but the counts are null. Values above 5,000 count as 5,000.',
            30,
            { default: DEFAULT_MIN_BARS, minimum: 1, 'x-cap': RECORDS_READ },
          ),
          explain: explainParam(),
        }),
        response: { 200: riskSchema, ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params, query: { minBars, explain } }) => {
      const { ref } = await requireAsset(assets, params.asset);
      const now = clock();
      const { columns } = await history.read(ref, { toMs: latestTime(now), limit: RECORDS_READ });
      const sample = await readRiskSample(history, ref, {
        records: { columns, limit: RECORDS_READ },
        basis: 'log',
        minBars,
        hours: HOURS_READ,
        now,
      });
      const [firstRead = now] = columns.t;
      const fromMs = epochMs(sample.basis === 'live' ? firstRead : now - HOURS_READ * HOUR_MS);
      const { unit } = KIND_TRAITS[ref.kind];
      const isProbability = unit === 'probability';
      const report = {
        ...riskReport(sample.series, { minBars, isProbability }),
        points: isProbability ? riskPoints(sample.series, minBars) : null,
      };
      const sampling = report.source === 'store' ? describeSampling(sample) : null;
      return {
        ...buildAssetHead(ref),
        ...report,
        minBars,
        sampling,
        sampleNote: describeSamples('risk', { unit, basis: sampling?.basis ?? null }),
        coverage: await readCoverage(history, ref, { fromMs, toMs: now }, now),
        ...(explain ? { whyNull: explainRiskNulls({ ...report, sampling }, isProbability) } : {}),
      };
    },
  );
};

/** Reason of a null: a binary ends at 0 or 1, so it has no annual return. */
const BOUNDED = 'the price is a probability';

const riskSchema = s.object('Risk of one asset.', {
  ...seriesFields(),
  source: s.choice('`fallback`: there are fewer than minBars usable records.', ['store', 'fallback']),
  periodsPerYear: s.nullable(
    s.num('Returns in a year of covered time; 8,766 for hourly records.', 6_307_200),
    'fewer than two records are usable',
  ),
  minBars: s.int('Minimum number of usable records that was applied.', 30),
  sharpeSuppressedReason: suppressionField(),
  sampling: samplingField('Sample from which the figures were computed.', 'source is fallback'),
  sampleNote: sampleNoteField(),
  coverage: coverageField(),
  points: s.nullable(
    s.object('Risk of a probability from the same bars, in percentage points.', {
      realizedVolPts: s.nullable(
        s.num('Standard deviation of the changes per bar.', 0.42),
        NULL_WHEN.fewRecords,
      ),
      maxDrawdownPts: s.nullable(s.num('Largest fall from a running peak.', 6.5), NULL_WHEN.fewRecords),
      modifiedVar95Pts: s.nullable(
        s.num('Loss that one bar in twenty exceeds, with skew and fat tails.', 0.7),
        'there are fewer than four returns, or returns do not vary',
      ),
    } satisfies s.Members<RiskPoints>),
    'prices are in USD',
  ),
  metrics: s.object('Risk metrics. All but the counts are null when source is fallback.', {
    bars: s.int('Number of usable prices.', 5_000),
    returns: s.int('Number of returns.', 4_999),
    meanLogReturn: s.nullable(s.num('Mean return per bar.', 0.0000012), NULL_WHEN.fewRecords),
    realizedVol: s.nullable(
      s.num('Standard deviation of the returns per bar.', 0.00021),
      NULL_WHEN.fewRecords,
    ),
    annualizedVol: s.nullable(
      s.num('Standard deviation of the returns per year.', 0.53),
      NULL_WHEN.fewRecords,
    ),
    annualizedReturn: s.nullable(
      s.num('Mean log return per year.', 1.4),
      `${NULL_WHEN.fewRecords}, or ${BOUNDED}`,
    ),
    sharpe: s.nullable(
      s.num('annualizedReturn divided by annualizedVol.', 2.6),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    sharpeAdjAC: s.nullable(
      s.num('Sharpe ratio corrected for autocorrelation (Lo, 2002).', 2.4),
      `sharpe or the autocorrelation is not known, or ${BOUNDED}`,
    ),
    ulcerIndex: s.nullable(s.num('Root mean square of the drawdowns.', 0.012), NULL_WHEN.fewRecords),
    painIndex: s.nullable(s.num('Mean drawdown.', 0.009), NULL_WHEN.fewRecords),
    modifiedVar95: s.nullable(
      s.num('Value at risk of one bar at 95 % (Cornish-Fisher); a loss, at least 0.', 0.0003),
      'the returns are too few or do not vary',
    ),
    martinRatio: s.nullable(
      s.num('annualizedReturn divided by ulcerIndex.', 116.7),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    cdar95: s.nullable(s.num('Mean of the worst 5 % of the drawdowns.', 0.024), NULL_WHEN.fewRecords),
    gainToPain: s.nullable(
      s.num('Sum of the gains divided by the sum of the losses.', 1.04),
      NULL_WHEN.noRatio,
    ),
    sterlingRatio: s.nullable(
      s.num('annualizedReturn divided by cdar95.', 58.3),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    omega: s.nullable(s.num('Omega ratio at threshold 0.', 1.04), NULL_WHEN.noRatio),
    rollSpreadBps: s.nullable(
      s.num(
        "Roll's estimate of the bid-ask spread in basis points of the price; 0 when prices do not bounce.",
        0.8,
      ),
      NULL_WHEN.fewRecords,
    ),
    maxDrawdown: s.nullable(s.num('Largest fall from a running peak.', 0.031), NULL_WHEN.fewRecords),
    peakPrice: s.nullable(s.num('Price at the start of the largest fall.', 88_100), NULL_WHEN.fewRecords),
    troughPrice: s.nullable(s.num('Price at the end of the largest fall.', 85_370), NULL_WHEN.fewRecords),
    drawdownBars: s.nullable(
      s.int('Bars from the start to the end of the largest fall.', 1_204),
      NULL_WHEN.fewRecords,
    ),
  } satisfies s.Members<RiskMetrics>),
  whyNull: explainedNulls(),
});
