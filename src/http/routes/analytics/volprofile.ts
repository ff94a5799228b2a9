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
          'Bins start at multiples of priceStep; empty bins are left out. When no record has a traded volume, records are counted instead.',
        tags: ['analytics'],
        params: analysisParams(),
        querystring: s.queryParams({
          priceStep: s.num('Width of a bin in the unit of the price.', 50, { exclusiveMinimum: 0 }),
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
    hasRealVolume: s.bool(
      'Whether any record has a traded volume; otherwise volume is the number of records.',
      true,
    ),
    pocIdx: s.nullable(
      s.int('Index of the bin with the largest volume (point of control).', 7),
      'there is no record',
    ),
    buckets: s.array(
      'Bins, by ascending price.',
      s.object('One bin.', {
        priceLow: s.num('Lower edge, inclusive.', 87_200),
        priceHigh: s.num('Upper edge, exclusive.', 87_250),
        count: s.int('Number of records.', 412),
        volume: s.num('Traded volume, or the number of records.', 61.2),
        isPoc: s.bool(
          'Whether this bin has the largest volume; on a tie, the one with the lowest price.',
          false,
        ),
      }),
    ),
  },
};
