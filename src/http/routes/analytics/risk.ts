import { Type } from 'typebox';
import { describeSampling, type RiskMetrics, riskReport } from '../../../analytics/index.ts';
import { type Clock, epochMs, HOUR_MS, KIND_TRAITS } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { readCoverage } from '../../../history/coverage.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { riskSample } from '../../../screens/risk/risk-sample.ts';
import { describeSamples } from '../../../screens/risk/sample-note.ts';
import { explainRiskNulls } from '../../../screens/risk/why-null.ts';
import { requireAsset } from '../../parameters/assets.ts';
import { assetHead } from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import { seriesFields } from '../../schemas/assets.ts';
import { coverageField } from '../../schemas/coverage.ts';
import { NULL_WHEN } from '../../schemas/null-when.ts';
import { sampleNoteField, samplingField } from '../../schemas/sampling.ts';
import * as s from '../../schemas/schema.ts';
import { suppressionField } from '../../schemas/stats-pack.ts';
import { explainedNulls, explainParam } from '../../schemas/why-null.ts';

/** The newest records that enter, no matter what is asked. */
const RECORDS_READ = 5_000;
/** The newest hours that serve when the records do not. */
const HOURS_READ = 720;
const DEFAULT_MIN_BARS = 30;

export interface RiskOptions {
  readonly assets: AssetFinder;
  readonly history: HistoryReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/risk: risk of the recorded prices, for every kind on log returns. */
export const registerRisk: Registration<RiskOptions> = (app, { assets, history, clock }) => {
  app.get(
    '/api/asset/:asset/risk',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getAssetRisk',
        summary: 'Risk metrics of one asset',
        description:
          'Log returns of one cadence, annualised by it: of the newest 5,000 live records, or of the newest 720 hours where those cover less than six hours. Fractions: 0.05 is 5 %. A probability has no figures of the return of a year, here as in the statistics and the bundle. What cannot be computed is null.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          minBars: s.int(
            'With fewer usable records all metrics but the counts are null. More than 5,000 counts as 5,000.',
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
      const { columns } = await history.read(ref, { limit: RECORDS_READ });
      const now = clock();
      const sample = await riskSample(history, ref, {
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
      const report = riskReport(sample.series, { minBars, isProbability });
      const sampling = report.source === 'store' ? describeSampling(sample) : null;
      return {
        ...assetHead(ref),
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

/** Reason of a null: a binary resolves at 0 or 1, so it has no annual return. */
const BOUNDED = 'the price is a probability';

const riskSchema = s.object('Risk of one asset.', {
  ...seriesFields(),
  source: s.choice('fallback: the store holds fewer than minBars usable records.', ['store', 'fallback']),
  periodsPerYear: s.nullable(
    s.num('By the median distance of the records: 8,766 for hourly ones.', 6_307_200),
    'fewer than two records are usable',
  ),
  minBars: s.int('As asked, at most 5,000.', 30),
  sharpeSuppressedReason: suppressionField(),
  sampling: samplingField('Sample behind the figures.', 'source is fallback'),
  sampleNote: sampleNoteField(),
  coverage: coverageField(),
  metrics: s.object('Every figure but the counts is null when source is fallback.', {
    bars: s.int('Usable prices.', 5_000),
    returns: s.int('Returns between them.', 4_999),
    meanLogReturn: s.nullable(s.num('Mean return per bar.', 0.0000012), NULL_WHEN.fewRecords),
    realizedVol: s.nullable(
      s.num('Sample deviation of the returns, per bar.', 0.00021),
      NULL_WHEN.fewRecords,
    ),
    annualizedVol: s.nullable(s.num('The same per year.', 0.53), NULL_WHEN.fewRecords),
    annualizedReturn: s.nullable(
      s.num('Mean return per year, continuously compounded.', 1.4),
      `${NULL_WHEN.fewRecords}, or ${BOUNDED}`,
    ),
    sharpe: s.nullable(
      s.num('annualizedReturn over annualizedVol.', 2.6),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    sharpeAdjAC: s.nullable(
      s.num("sharpe corrected for autocorrelation by Lo's factor.", 2.4),
      `sharpe or the autocorrelation is not known, or ${BOUNDED}`,
    ),
    ulcerIndex: s.nullable(s.num('Root mean square of the drawdowns.', 0.012), NULL_WHEN.fewRecords),
    painIndex: s.nullable(s.num('Mean drawdown.', 0.009), NULL_WHEN.fewRecords),
    modifiedVar95: s.nullable(
      s.num('Cornish-Fisher value at risk per bar, a loss of at least 0.', 0.0003),
      'returns are too few or do not vary',
    ),
    martinRatio: s.nullable(
      s.num('annualizedReturn over ulcerIndex.', 116.7),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    cdar95: s.nullable(s.num('Mean of the worst 5 % of the drawdowns.', 0.024), NULL_WHEN.fewRecords),
    gainToPain: s.nullable(s.num('Sum of gains over sum of losses.', 1.04), NULL_WHEN.noRatio),
    sterlingRatio: s.nullable(
      s.num('annualizedReturn over cdar95.', 58.3),
      `${NULL_WHEN.noRatio}, or ${BOUNDED}`,
    ),
    omega: s.nullable(s.num('Gains over losses at threshold 0.', 1.04), NULL_WHEN.noRatio),
    rollSpreadBps: s.nullable(
      s.num("Roll's spread in basis points of the price; 0 where no bounce is seen.", 0.8),
      NULL_WHEN.fewRecords,
    ),
    maxDrawdown: s.nullable(s.num('Deepest fall from a peak.', 0.031), NULL_WHEN.fewRecords),
    peakPrice: s.nullable(s.num('Price at its start.', 88_100), NULL_WHEN.fewRecords),
    troughPrice: s.nullable(s.num('Price at its end.', 85_370), NULL_WHEN.fewRecords),
    drawdownBars: s.nullable(s.int('Bars from start to end.', 1_204), NULL_WHEN.fewRecords),
  } satisfies s.Members<RiskMetrics>),
  whyNull: explainedNulls(),
});
