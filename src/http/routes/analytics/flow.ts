import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { recordParams } from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import {
  analysisInput,
  analysisParams,
  analysisResponses,
  type RecordAnalysisOptions,
} from '../../shapes/record-analysis.ts';

const DEFAULT_WINDOW = 60;
const MAX_WINDOW = 5_000;

/** GET /api/asset/:asset/flow: who pushed, by the tick rule. */
export const registerFlow: Registration<RecordAnalysisOptions> = (app, options) => {
  app.get(
    '/api/asset/:asset/flow',
    {
      config: { access: 'free', cacheSeconds: 15 },
      schema: {
        operationId: 'getFlow',
        summary: 'Order flow of one asset',
        description:
          'A rise of the recorded price was bought, a fall was sold, and an unchanged price inherits. A record weighs its traded volume where the records carry any, else 1. A close that was filled in has no side and no weight.',
        tags: ['analytics'],
        params: analysisParams(),
        querystring: s.queryParams({
          ...recordParams(),
          rollingWindow: s.int('Records of one block of vpin, and of rollingDelta.', 60, {
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
      const { input, cost } = await analysisInput(options, params.asset, query, { rollingWindow });
      return new HeavyAnswer({ kind: 'flow', input }, cost);
    },
  );
};

const flowAnswer = {
  params: {
    rollingWindow: s.int('Records of one block.', 60),
  },
  figures: {
    summary: s.object('All records together.', {
      bars: s.int('Records with a usable price.', 5_000),
      buyBars: s.int('Bought.', 2_480),
      sellBars: s.int('Sold.', 2_511),
      unclassifiedBars: s.int('Before the first change of the price, and closes that were filled in.', 9),
      buyVolume: s.num('Weight bought.', 812.4),
      sellVolume: s.num('Weight sold.', 790.1),
      netDelta: s.num('buyVolume less sellVolume.', 22.3),
      imbalance: s.num('netDelta over both, -1 to 1; 0 when nothing is classified.', 0.0139),
      vpin: s.num('Mean size of the imbalance of blocks of equal count, 0 to 1.', 0.41),
      hasRealVolume: s.bool('Whether any record carries a traded volume.', true),
      impactLambda: s.nullable(
        s.num("Kyle's lambda: price per unit of weight.", 0.82),
        'fewer than ten records are classified, or all weigh the same',
      ),
      impactLambdaBps: s.nullable(
        s.num('The same in basis points of the mean price.', 0.094),
        'impactLambda is null',
      ),
      impactFromRealVolume: s.bool('Whether it rests on traded volume.', true),
    }),
    series: s.array(
      'Oldest first.',
      s.object('One record.', {
        t: s.epochMsField('Time.'),
        side: s.nullable(
          s.choice('Side that took.', ['buy', 'sell', 'unclassified']),
          'the record is a close that was filled in',
        ),
        weight: s.num('Its volume, or 1; 0 for a close that was filled in.', 1.25),
        signed: s.num('The weight with the sign of the side, or 0.', -1.25),
        cumulative: s.nullable(s.num('Running sum of signed.', 18.4), 'it is beyond the largest number'),
      }),
    ),
    rollingDelta: s.num('Sum of signed over the last rollingWindow records.', -3.2),
    rollingWindow: s.int('Records of one block.', 60),
  },
};
