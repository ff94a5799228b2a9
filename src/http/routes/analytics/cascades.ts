import { Type } from 'typebox';
import { type Clock, DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import {
  LIGHT_RECORDS,
  recordParams,
  recordsOf,
  shownWindow,
  truncatedField,
} from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import { seriesFields, windowFields } from '../../schemas/assets.ts';
import { coverageField, gapsField } from '../../schemas/coverage.ts';
import {
  assetParam,
  bytesOf,
  epochMsField,
  failures,
  int,
  listOf,
  num,
  objectOf,
  oneOf,
  queryOf,
} from '../../schemas/schema.ts';

const DIRECTIONS = ['down', 'up'] as const;
const DEFAULT_DRAWDOWN = 0.01;

export interface CascadesOptions {
  readonly assets: AssetFinder;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/cascades: falls (or rises) of at least a share within a time window. */
export const registerCascades: Registration<CascadesOptions> = (app, { assets, clock }) => {
  app.get(
    '/api/asset/:asset/cascades',
    {
      config: { access: 'free', cacheSeconds: 15, isHeavy: true },
      schema: {
        operationId: 'getCascades',
        summary: 'Fast falls or rises of one asset',
        description:
          'Found in the recorded prices alone: no liquidation feed is used. One long slide is one cascade, however many windows it spans.',
        tags: ['analytics'],
        params: Type.Object({ asset: assetParam() }),
        querystring: queryOf({
          windowMs: int('Within how long the price must move. More than a day counts as a day.', 60_000, {
            default: MINUTE_MS,
            minimum: 1,
            'x-cap': DAY_MS,
          }),
          minDrawdownPct: num('By how much, as a fraction: 0.01 is 1 %.', 0.01, {
            default: DEFAULT_DRAWDOWN,
            exclusiveMinimum: 0,
            exclusiveMaximum: 1,
          }),
          direction: oneOf('down: falls; up: rises.', DIRECTIONS, { default: 'down' }),
          ...recordParams(),
        }),
        response: {
          200: bytesOf(cascadesSchema),
          ...failures('validation_failed', 'asset_not_found', 'overloaded'),
        },
      },
    },
    async ({ params, query }) => {
      const { windowMs, minDrawdownPct, direction } = query;
      const { head, ...records } = await recordsOf(assets, params.asset, query, clock());
      return new HeavyAnswer(
        {
          kind: 'cascades',
          input: {
            ...records,
            head: { ...head, params: { windowMs, minDrawdownPct, direction, ...shownWindow(query) } },
            windowMs,
            minDrawdownPct,
            direction,
          },
        },
        { isLight: query.limit <= LIGHT_RECORDS },
      );
    },
  );
};

const cascadesSchema = objectOf('Cascades of one asset.', {
  ...seriesFields(),
  params: objectOf('As asked, after clamping.', {
    windowMs: int('Window in ms.', 60_000),
    minDrawdownPct: num('Least move as a fraction.', 0.01),
    direction: oneOf('Direction.', DIRECTIONS),
    ...windowFields(),
    limit: int('Most records read.', 5_000),
  }),
  summary: objectOf('All cascades together.', {
    clustersFound: int('Number of cascades.', 2),
    deepestDrawdownFrac: num('Largest move; 0 without a cascade.', 0.034),
    totalCascadeBars: int('Records in all of them.', 61),
    direction: oneOf('Direction.', DIRECTIONS),
  }),
  cascades: listOf(
    'Oldest first.',
    objectOf('One cascade.', {
      tStart: epochMsField('Its first record.'),
      tEnd: epochMsField('Its extreme.'),
      bars: int('Records from start to end, both included.', 24),
      peakPrice: num('The higher of its two ends.', 88_100),
      troughPrice: num('The lower of its two ends.', 85_100),
      drawdownFrac: num('The move as a positive fraction of its start.', 0.034),
    }),
  ),
  gaps: gapsField(),
  coverage: coverageField(),
  truncated: truncatedField(),
});
