import { DAY_MS, MINUTE_MS } from '../../../domain/index.ts';
import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { recordParams } from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  analysisInput,
  analysisParams,
  analysisResponses,
  type RecordAnalysisOptions,
} from './shapes/record-analysis.ts';

const DIRECTIONS = ['down', 'up'] as const;
const DEFAULT_DRAWDOWN = 0.01;

/** GET /api/asset/:asset/cascades: falls (or rises) of at least a given fraction within a time window. */
export const registerCascades: Registration<RecordAnalysisOptions> = (app, options) => {
  app.get(
    '/api/asset/:asset/cascades',
    {
      config: { access: 'free', cacheSeconds: 15 },
      schema: {
        operationId: 'getCascades',
        summary: 'Fast falls or rises of one asset',
        description:
          'Cascades are found in recorded prices only; no liquidation feed is used. One long slide is one cascade, however many windows it spans.',
        tags: ['analytics'],
        params: analysisParams(),
        querystring: s.queryParams({
          windowMs: s.int(
            'Time in ms within which the price must move. More than a day counts as a day.',
            60_000,
            {
              default: MINUTE_MS,
              minimum: 1,
              'x-cap': DAY_MS,
            },
          ),
          minDrawdownPct: s.num('Minimum move as a fraction; 0.01 is 1 %.', 0.01, {
            default: DEFAULT_DRAWDOWN,
            exclusiveMinimum: 0,
            exclusiveMaximum: 1,
          }),
          direction: s.choice('`down` finds falls, `up` finds rises.', DIRECTIONS, { default: 'down' }),
          ...recordParams(),
        }),
        response: analysisResponses('Cascades of one asset.', cascadesAnswer),
      },
    },
    async ({ params, query }) => {
      const { windowMs, minDrawdownPct, direction } = query;
      const { input, cost } = await analysisInput(options, params.asset, query, {
        windowMs,
        minDrawdownPct,
        direction,
      });
      return new HeavyAnswer({ kind: 'cascades', input }, cost);
    },
  );
};

const cascadesAnswer = {
  params: {
    windowMs: s.int('Time in ms within which the price must move.', 60_000),
    minDrawdownPct: s.num('Minimum move as a fraction.', 0.01),
    direction: s.choice('Direction of the moves.', DIRECTIONS),
  },
  figures: {
    summary: s.object('Totals over all cascades.', {
      clustersFound: s.int('Number of cascades.', 2),
      deepestDrawdownFrac: s.num('Largest move as a fraction; 0 without a cascade.', 0.034),
      totalCascadeBars: s.int('Records in all cascades.', 61),
      direction: s.choice('Direction of the moves.', DIRECTIONS),
    }),
    cascades: s.array(
      'Cascades, oldest first.',
      s.object('One cascade.', {
        tStart: s.epochMsField('Time of the first record.'),
        tEnd: s.epochMsField('Time of the extreme price.'),
        bars: s.int('Records from start to end, both included.', 24),
        peakPrice: s.num('Higher of the first and the extreme price.', 88_100),
        troughPrice: s.num('Lower of the first and the extreme price.', 85_100),
        drawdownFrac: s.num('Size of the move as a positive fraction of the first price.', 0.034),
      }),
    ),
  },
};
