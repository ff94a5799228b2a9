import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { recordParams } from '../../parameters/record-query.ts';
import type { TapeAccess } from '../../parameters/tape-access.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { whyNullField } from '../../shapes/why-null.ts';
import {
  analysisInput,
  analysisParams,
  analysisResponses,
  type RecordAnalysisOptions,
} from './shapes/record-analysis.ts';
import { statedFlowSchema } from './shapes/stated-flow.ts';

const DEFAULT_WINDOW = 60;
const MAX_WINDOW = 5_000;

interface FlowOptions extends RecordAnalysisOptions {
  readonly tape: TapeAccess;
}

/** GET /api/asset/:asset/flow: order flow by the tick rule, and by the side that the venue stated. */
export const registerFlow: Registration<FlowOptions> = (app, { tape, ...options }) => {
  app.get(
    '/api/asset/:asset/flow',
    {
      config: { access: 'free', cacheSeconds: 15 },
      schema: {
        operationId: 'getFlow',
        summary: 'Order flow of one asset',
        description:
          'Records are classified by the tick rule: a higher price is a buy, a lower price a sell, and an unchanged price has the side of the record before. The weight of a record is its traded volume if any record has one, otherwise 1. Filled-in closes have no side and no weight. `stated` needs no such guess: it counts recorded trades by the side that their venue stated.',
        tags: ['analytics'],
        params: analysisParams(),
        querystring: s.queryParams({
          ...recordParams(),
          rollingWindow: s.int('Records in one block of vpin and in rollingDelta.', 60, {
            default: DEFAULT_WINDOW,
            minimum: 1,
            maximum: MAX_WINDOW,
          }),
        }),
        response: analysisResponses('Order flow.', flowAnswer),
      },
    },
    async ({ params, query }) => {
      const { rollingWindow } = query;
      const { input, ref, cost } = await analysisInput(options, params.asset, query, { rollingWindow });
      const { fromMs = null, toMs } = query;
      const newestMs = await tape.waitFor(0);
      const { venue, storeKey } = ref;
      const stated = {
        key: { venue, storeKey },
        fromMs,
        toMs: toMs === undefined || toMs > input.now ? (newestMs ?? input.now) : toMs,
        isRecorded: newestMs !== null,
        exclusion: await tape.findExclusion(ref, 'trades'),
      };
      return new HeavyAnswer(
        { kind: 'flow', input: { ...input, stated } },
        { isLight: cost.isLight && !stated.isRecorded },
      );
    },
  );
};

const flowAnswer = {
  params: {
    rollingWindow: s.int('Records in one block.', 60),
  },
  figures: {
    summary: s.object('Totals over all records.', {
      bars: s.int('Records with a usable price.', 5_000),
      buyBars: s.int('Number of buys.', 2_480),
      sellBars: s.int('Number of sells.', 2_511),
      unclassifiedBars: s.int(
        'Records without a side: before the first price change, and filled-in closes.',
        9,
      ),
      buyVolume: s.num('Total weight of the buys.', 812.4),
      sellVolume: s.num('Total weight of the sells.', 790.1),
      netDelta: s.num('buyVolume minus sellVolume.', 22.3),
      imbalance: s.num('netDelta divided by the sum of both, -1 to 1; 0 when no record has a side.', 0.0139),
      vpin: s.num('Mean absolute imbalance of blocks of rollingWindow records, 0 to 1.', 0.41),
      hasRealVolume: s.bool('Whether any record has a traded volume.', true),
      impactLambda: s.nullable(
        s.num("Kyle's lambda: price change per unit of weight.", 0.82),
        'fewer than ten records have a side or all have the same weight',
      ),
      impactLambdaBps: s.nullable(
        s.num('impactLambda in basis points of the mean price.', 0.094),
        'impactLambda is null',
      ),
      impactFromRealVolume: s.bool('Whether impactLambda is based on traded volume.', true),
    }),
    stated: statedFlowSchema(),
    whyNull: whyNullField('only those of `stated` and its members'),
    series: s.array(
      'Records, oldest first.',
      s.object('One record.', {
        t: s.epochMsField('Time of the record.'),
        side: s.nullable(
          s.choice('Side of the taker.', ['buy', 'sell', 'unclassified']),
          'the record is a filled-in close',
        ),
        weight: s.num('Traded volume of the record, or 1; 0 for a filled-in close.', 1.25),
        signed: s.num('Weight, positive for a buy and negative for a sell; 0 without a side.', -1.25),
        cumulative: s.nullable(s.num('Running sum of signed.', 18.4), 'the sum exceeds the largest number'),
      }),
    ),
    rollingDelta: s.num('Sum of signed over the last rollingWindow records.', -3.2),
    rollingWindow: s.int('Records in one block.', 60),
  },
};
