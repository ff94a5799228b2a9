import { Type } from 'typebox';
import { MIN_OVERLAP } from '../../../analytics/index.ts';
import { ASSET_ID_PATTERN, type Clock, isoTime } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { correlationsScreen } from '../../../screens/correlations/correlations-screen.ts';
import { requireAssets } from '../../parameters/assets.ts';
import { refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { whyNullField } from '../../schemas/why-null.ts';

const METHODS = ['both', 'pearson', 'spearman'] as const;
const MIN_ASSETS = 2;
const MAX_ASSETS = 20;
const DEFAULT_HOURS = 24;
const MAX_HOURS = 720;

export interface CorrelationsOptions {
  readonly assets: AssetFinder;
  readonly history: HistoryReader;
  readonly clock: Clock;
}

/** GET /api/correlations: how the recorded prices of a few assets move together. */
export const registerCorrelations: Registration<CorrelationsOptions> = (app, { assets, history, clock }) => {
  app.get(
    '/api/correlations',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getCorrelations',
        summary: 'Correlations of log returns',
        description:
          'Prices are put on one grid of time, the last record carried forward for twelve bars; overlap says how much was recorded. Assets with too little data, or whose price stood still, are dropped with the reason.',
        tags: ['screens'],
        querystring: s.queryParams({
          assets: Type.Unsafe<string[]>({
            type: 'array',
            items: { type: 'string', minLength: 1, maxLength: 256, pattern: ASSET_ID_PATTERN },
            minItems: MIN_ASSETS,
            maxItems: MAX_ASSETS,
            uniqueItems: true,
            description: 'Two to twenty asset ids, comma separated, none twice.',
            examples: [['hl-BTC', 'hl-ETH']],
          }),
          window: s.num('Hours up to now.', 24, {
            default: DEFAULT_HOURS,
            exclusiveMinimum: 0,
            maximum: MAX_HOURS,
          }),
          method: s.choice('Which matrices are computed.', METHODS, { default: 'both' }),
        }),
        response: { 200: correlationsSchema, ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ query }) => {
      const { window, method } = query;
      const known = await requireAssets(assets, query.assets);
      const refs = known.map(({ ref }) => ref);
      const names = refs.map(({ asset }) => asset);
      // Two spellings of one asset are found out only now.
      if (new Set(names).size < names.length) {
        throw refuseParameter('assets', 'assets must not hold an item twice');
      }
      const now = clock();
      const options = { nowMs: now, windowHours: window, method, minOverlap: MIN_OVERLAP };
      const { barMs: _, gridPoints: __, ...found } = await correlationsScreen(history, refs, options);
      return {
        ok: true as const,
        generatedAt: isoTime(now),
        params: { assets: names, window, method },
        ...found,
      };
    },
  );
};

const matrixSchema = (method: string) =>
  s.nullable(
    s.named(
      'CorrelationMatrix',
      s.object(`${method}.`, {
        labels: s.array('Asset ids of rows and columns.', s.assetIdField()),
        matrix: s.array(
          'Symmetric; the diagonal is exactly 1.',
          s.array(
            'One row.',
            s.nullable(s.num('From -1 to 1.', 0.83), `both were recorded in fewer than ${MIN_OVERLAP} bars`),
          ),
        ),
      }),
    ),
    `not asked for, or when fewer than two assets survive, ten returns are shared, or ${MIN_OVERLAP} bars hold records of both`,
  );

const correlationsSchema = s.object('Correlations.', {
  ok: s.okTrue(),
  generatedAt: s.generatedAtField(),
  params: s.object('As asked.', {
    assets: s.array('Canonical asset ids.', s.assetIdField()),
    window: s.num('Hours.', 24),
    method: s.choice('Matrices.', METHODS),
  }),
  surviving: s.array('Assets in the matrices, in the order asked.', s.assetIdField()),
  dropped: s.array(
    'Assets that are not.',
    s.object('One asset.', {
      asset: s.assetIdField('pm-will-it-rain'),
      reason: s.choice('Why.', ['insufficient-data', 'zero-variance']),
    }),
  ),
  barsPerAsset: Type.Unsafe<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: 'Points of the grid with a price, by asset.',
    examples: [{ 'hl-BTC': 289, 'hl-ETH': 289 }],
  }),
  alignedReturnsLen: s.int(
    'Returns that all survivors have, prices carried forward included: see overlap.',
    288,
  ),
  overlap: s.object('Records of each pair, without prices carried forward.', {
    labels: s.array('Asset ids of rows and columns.', s.assetIdField()),
    matrix: s.array(
      'Symmetric; on the diagonal the bars of the asset itself.',
      s.array('One row.', s.int('Bars in which both have a record of their own.', 276)),
    ),
  }),
  pearson: matrixSchema('Pearson'),
  spearman: matrixSchema('Spearman'),
  whyNull: whyNullField('of a pair as pearson.matrix.0.1'),
});
