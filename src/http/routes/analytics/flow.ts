import { HeavyAnswer } from '../../heavy/heavy-answer.ts';
import { recordParams } from '../../parameters/record-query.ts';
import type { Registration } from '../../routing/registration.ts';
import {
  array,
  bool,
  choice,
  epochMsField,
  int,
  nullable,
  num,
  object,
  queryParams,
} from '../../schemas/schema.ts';
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
        querystring: queryParams({
          ...recordParams(),
          rollingWindow: int('Records of one block of vpin, and of rollingDelta.', 60, {
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
    rollingWindow: int('Records of one block.', 60),
  },
  figures: {
    summary: object('All records together.', {
      bars: int('Records with a usable price.', 5_000),
      buyBars: int('Bought.', 2_480),
      sellBars: int('Sold.', 2_511),
      unclassifiedBars: int('Before the first change of the price, and closes that were filled in.', 9),
      buyVolume: num('Weight bought.', 812.4),
      sellVolume: num('Weight sold.', 790.1),
      netDelta: num('buyVolume less sellVolume.', 22.3),
      imbalance: num('netDelta over both, -1 to 1; 0 when nothing is classified.', 0.0139),
      vpin: num('Mean size of the imbalance of blocks of equal count, 0 to 1.', 0.41),
      hasRealVolume: bool('Whether any record carries a traded volume.', true),
      impactLambda: nullable(
        num("Kyle's lambda: price per unit of weight.", 0.82),
        'fewer than ten records are classified, or all weigh the same',
      ),
      impactLambdaBps: nullable(
        num('The same in basis points of the mean price.', 0.094),
        'impactLambda is null',
      ),
      impactFromRealVolume: bool('Whether it rests on traded volume.', true),
    }),
    series: array(
      'Oldest first.',
      object('One record.', {
        t: epochMsField('Time.'),
        side: nullable(
          choice('Who pushed.', ['buy', 'sell', 'unclassified']),
          'the record is a close that was filled in',
        ),
        weight: num('Its volume, or 1; 0 for a close that was filled in.', 1.25),
        signed: num('The weight with the sign of the side, or 0.', -1.25),
        cumulative: nullable(num('Running sum of signed.', 18.4), 'it is beyond the largest number'),
      }),
    ),
    rollingDelta: num('Sum of signed over the last rollingWindow records.', -3.2),
    rollingWindow: int('Records of one block.', 60),
  },
};
