import { Type } from 'typebox';
import { MIN_OVERLAP } from '../../../analytics/index.ts';
import { ASSET_ID_PATTERN, type Clock, formatIsoTime, isAssetRef } from '../../../domain/index.ts';
import type { Feed } from '../../../feed/feed.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { HistoryReader } from '../../../history/contract/history-store.ts';
import type { ReferenceRights } from '../../../references/recording/rights.ts';
import { answerCorrelations } from '../../../screens/correlations/correlations-screen.ts';
import { requireRecordedAssets } from '../../parameters/references.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { whyNullField } from '../../shapes/why-null.ts';

const METHODS = ['both', 'pearson', 'spearman'] as const;
const MIN_ASSETS = 2;
const MAX_ASSETS = 20;
const DEFAULT_HOURS = 24;
const MAX_HOURS = 720;

export interface CorrelationsOptions {
  readonly assets: AssetFinder;
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly clock: Clock;
  readonly rights: ReferenceRights;
}

/** GET /api/correlations: correlations of the recorded prices of a few assets. */
export const registerCorrelations: Registration<CorrelationsOptions> = (
  app,
  { assets, feed, history, clock, rights },
) => {
  app.get(
    '/api/correlations',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getCorrelations',
        summary: 'Correlations of log returns',
        description:
          'Prices are aligned to one time grid; the last record is carried forward for up to twelve bars. `overlap` shows how much was recorded, `carriedPerAsset` how much was carried. Assets with too little data or a constant price are dropped, with the reason.',
        tags: ['screens'],
        querystring: s.queryParams({
          assets: Type.Unsafe<string[]>({
            type: 'array',
            items: { type: 'string', minLength: 1, maxLength: 256, pattern: ASSET_ID_PATTERN },
            minItems: MIN_ASSETS,
            maxItems: MAX_ASSETS,
            uniqueItems: true,
            description: 'Two to twenty different asset ids, separated by commas.',
            examples: [['hl-BTC', 'hl-ETH']],
          }),
          window: s.num('Length of the window in hours, up to now.', 24, {
            default: DEFAULT_HOURS,
            exclusiveMinimum: 0,
            maximum: MAX_HOURS,
          }),
          method: s.choice('Matrices to compute.', METHODS, { default: 'both' }),
        }),
        response: {
          200: correlationsSchema,
          ...s.failures('validation_failed', 'asset_not_found', 'source_withheld'),
        },
      },
    },
    async ({ query }) => {
      const { window, method } = query;
      const known = await requireRecordedAssets({ assets, history, rights }, query.assets, clock());
      const refs = known.map(({ ref }) => ref);
      const names = refs.map(({ asset }) => asset);
      // Two spellings of one asset can be recognized only after both are resolved.
      if (new Set(names).size < names.length) {
        throw refuseParameter('assets', 'assets must not name an asset twice');
      }
      const now = clock();
      const options = { nowMs: now, windowHours: window, method, minOverlap: MIN_OVERLAP };
      const { barMs: _, gridPoints: __, ...found } = await answerCorrelations(history, refs, options);
      return {
        ok: true as const,
        generatedAt: formatIsoTime(now),
        params: { assets: names, window, method },
        ...found,
        isStale: Object.fromEntries(
          known.map(({ ref, isOld }) => [ref.asset, isOld || (isAssetRef(ref) && feed.isStale(ref.venue))]),
        ),
      };
    },
  );
};

const matrixSchema = (method: string) =>
  s.nullable(
    s.named(
      'CorrelationMatrix',
      s.object(`${method} correlations.`, {
        labels: s.array('Asset ids of the rows and columns.', s.assetIdField()),
        matrix: s.array(
          'Symmetric matrix with a diagonal of 1.',
          s.array(
            'One row.',
            s.nullable(
              s.num('Correlation, -1 to 1.', 0.83),
              `both have records in fewer than ${MIN_OVERLAP} bars`,
            ),
          ),
        ),
      }),
    ),
    `not requested, or when fewer than two assets survive, ten returns are shared, or ${MIN_OVERLAP} bars hold records of both`,
  );

const correlationsSchema = s.object('Correlations of the assets.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  params: s.object('Parameters of the request.', {
    assets: s.array('Canonical asset ids.', s.assetIdField()),
    window: s.num('Length of the window in hours.', 24),
    method: s.choice('Computed matrices.', METHODS),
  }),
  surviving: s.array('Assets in the matrices, in the order of the request.', s.assetIdField()),
  dropped: s.array(
    'Assets that were left out.',
    s.object('One asset.', {
      asset: s.assetIdField('pm-will-it-rain'),
      reason: s.choice('Reason why the asset was left out.', ['insufficient-data', 'zero-variance']),
    }),
  ),
  barsPerAsset: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Bars with a price, by asset.',
    examples: [{ 'hl-BTC': 289, 'hl-ETH': 289 }],
  }),
  carriedPerAsset: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Bars whose price is older than one bar, since it was carried over a hole, by asset.',
    examples: [{ 'hl-BTC': 0, 'hl-ETH': 12 }],
  }),
  asOfMs: Type.Unsafe<Readonly<Record<string, number | null>>>({
    type: 'object',
    additionalProperties: { type: ['integer', 'null'] },
    description: 'Time of the newest record that counts, by asset. Epoch milliseconds; null without one.',
    examples: [{ 'hl-BTC': 1_763_700_000_000, 'hl-ETH': 1_763_700_000_000 }],
  }),
  isStale: Type.Unsafe<Readonly<Record<string, boolean>>>({
    type: 'object',
    additionalProperties: { type: 'boolean' },
    description: "Whether the venue's newest poll result is older than 120 s or lacks the asset, by asset.",
    examples: [{ 'hl-BTC': false, 'hl-ETH': false }],
  }),
  alignedReturnsLen: s.int('Returns that all assets in the matrices have, with prices carried forward.', 288),
  overlap: s.object('Recorded bars of each pair, without prices carried forward.', {
    labels: s.array('Asset ids of the rows and columns.', s.assetIdField()),
    matrix: s.array(
      'Symmetric matrix; the diagonal has the bars of each asset.',
      s.array('One row.', s.int('Bars in which both have a record.', 276)),
    ),
  }),
  pearson: matrixSchema('Pearson'),
  spearman: matrixSchema('Spearman'),
  whyNull: whyNullField('that of a pair is pearson.matrix.0.1'),
});
