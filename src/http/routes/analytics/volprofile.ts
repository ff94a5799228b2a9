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

/** GET /api/asset/:asset/volprofile: traded volume by price. */
export const registerVolumeProfile: Registration<RecordAnalysisOptions> = (app, options) => {
  app.get(
    '/api/asset/:asset/volprofile',
    {
      config: { access: 'free', cacheSeconds: 30 },
      schema: {
        operationId: 'getVolumeProfile',
        summary: 'Volume by price of one asset',
        description:
          'Bins are aligned to multiples of priceStep; empty ones are left out. Where no record carries volume, records are counted.',
        tags: ['analytics'],
        params: analysisParams(),
        querystring: s.queryParams({
          priceStep: s.num('Width of a bin, in the unit of the price.', 50, { exclusiveMinimum: 0 }),
          ...recordParams(),
        }),
        response: analysisResponses('Volume by price.', profileAnswer),
      },
    },
    async ({ params, query }) => {
      const { priceStep } = query;
      const { input, cost } = await analysisInput(options, params.asset, query, { priceStep });
      return new HeavyAnswer({ kind: 'volumeProfile', input }, cost);
    },
  );
};

const profileAnswer = {
  params: {
    priceStep: s.num('Width of a bin.', 50),
  },
  figures: {
    recordsUsed: s.int('Records with a usable price.', 5_000),
    hasRealVolume: s.bool('Whether any record carries a traded volume; otherwise volume is the count.', true),
    pocIdx: s.nullable(s.int('Index of the bin of the largest volume.', 7), 'there is no record'),
    buckets: s.array(
      'By ascending price.',
      s.object('One bin.', {
        priceLow: s.num('Its lower edge, inclusive.', 87_200),
        priceHigh: s.num('Its upper edge, exclusive.', 87_250),
        count: s.int('Records in it.', 412),
        volume: s.num('Traded in it, or its count.', 61.2),
        isPoc: s.bool('The bin of the largest volume, the lowest price on a tie.', false),
      }),
    ),
  },
};
