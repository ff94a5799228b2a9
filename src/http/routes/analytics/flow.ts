import { Type } from 'typebox';
import { flow } from '../../../analytics/index.ts';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { HistoryStore } from '../../../history/history-store.ts';
import { readRecords, recordParams, shownWindow, truncatedField } from '../../parameters/record-query.ts';
import { Answer } from '../../responses/answer.ts';
import { flowSeriesJson } from '../../responses/flow-bytes.ts';
import type { Registration } from '../../routing/registration.ts';
import { seriesFields, windowFields } from '../../schemas/assets.ts';
import {
  assetParam,
  bool,
  bytesOf,
  epochMsField,
  failures,
  int,
  listOf,
  nullable,
  num,
  objectOf,
  oneOf,
  queryOf,
} from '../../schemas/schema.ts';

const DEFAULT_WINDOW = 60;
const MAX_WINDOW = 5_000;

export interface FlowOptions {
  readonly assets: AssetFinder;
  readonly history: HistoryStore;
}

/** GET /api/asset/:asset/flow: who pushed, by the tick rule. */
export const registerFlow: Registration<FlowOptions> = (app, deps) => {
  app.get(
    '/api/asset/:asset/flow',
    {
      config: { access: 'free', cacheSeconds: 15 },
      schema: {
        operationId: 'getFlow',
        summary: 'Order flow of one asset',
        description:
          'A rise of the recorded price was bought, a fall was sold, and an unchanged price inherits. A record weighs its traded volume where the records carry any, else 1.',
        tags: ['analytics'],
        params: Type.Object({ asset: assetParam() }),
        querystring: queryOf({
          ...recordParams(),
          rollingWindow: int('Records of one block of vpin, and of rollingDelta.', 60, {
            default: DEFAULT_WINDOW,
            minimum: 1,
            maximum: MAX_WINDOW,
          }),
        }),
        response: { 200: bytesOf(flowSchema), ...failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params, query }) => {
      const { rollingWindow } = query;
      const { head, unit, columns, truncated } = await readRecords(deps, params.asset, query);
      const { summary, series, rollingDelta } = flow(columns, { rollingWindow, unit });
      const before = { ...head, params: { ...shownWindow(query), rollingWindow }, summary };
      const after = { rollingDelta, rollingWindow, truncated };
      return new Answer(
        Buffer.concat([
          Buffer.from(`${JSON.stringify(before).slice(0, -1)},"series":`),
          await flowSeriesJson(series),
          Buffer.from(`,${JSON.stringify(after).slice(1)}`),
        ]),
      );
    },
  );
};

const flowSchema = objectOf('Order flow.', {
  ...seriesFields(),
  params: objectOf('As asked, after clamping.', {
    ...windowFields(),
    limit: int('Most records read.', 5_000),
    rollingWindow: int('Records of one block.', 60),
  }),
  summary: objectOf('All records together.', {
    bars: int('Records with a usable price.', 5_000),
    buyBars: int('Bought.', 2_480),
    sellBars: int('Sold.', 2_511),
    unclassifiedBars: int('Before the first change of the price.', 9),
    buyVolume: num('Weight bought.', 812.4),
    sellVolume: num('Weight sold.', 790.1),
    netDelta: num('buyVolume less sellVolume.', 22.3),
    imbalance: num('netDelta over both, -1 to 1; 0 when nothing is classified.', 0.0139),
    vpin: num('Mean size of the imbalance of blocks of equal count, 0 to 1.', 0.41),
    hasRealVolume: bool('Whether any record carries a traded volume.', true),
    impactLambda: nullable(num("Kyle's lambda: price per unit of weight.", 0.82)),
    impactLambdaBps: nullable(num('The same in basis points of the mean price.', 0.094)),
    impactFromRealVolume: bool('Whether it rests on traded volume.', true),
  }),
  series: listOf(
    'Oldest first.',
    objectOf('One record.', {
      t: epochMsField('Time.'),
      side: oneOf('Who pushed.', ['buy', 'sell', 'unclassified']),
      weight: num('Its volume, or 1.', 1.25),
      signed: num('The weight with the sign of the side, or 0.', -1.25),
      cumulative: nullable(num('Running sum of signed; null beyond the largest number.', 18.4)),
    }),
  ),
  rollingDelta: num('Sum of signed over the last rollingWindow records.', -3.2),
  rollingWindow: int('Records of one block.', 60),
  truncated: truncatedField(),
});
