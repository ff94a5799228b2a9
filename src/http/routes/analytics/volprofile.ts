import { Type } from 'typebox';
import type { Clock } from '../../../domain/index.ts';
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
  bool,
  bytesOf,
  failures,
  int,
  listOf,
  nullable,
  num,
  objectOf,
  queryOf,
} from '../../schemas/schema.ts';

export interface VolumeProfileOptions {
  readonly assets: AssetFinder;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/volprofile: traded volume by price. */
export const registerVolumeProfile: Registration<VolumeProfileOptions> = (app, { assets, clock }) => {
  app.get(
    '/api/asset/:asset/volprofile',
    {
      config: { access: 'free', cacheSeconds: 30, isHeavy: true },
      schema: {
        operationId: 'getVolumeProfile',
        summary: 'Volume by price of one asset',
        description:
          'Bins are aligned to multiples of priceStep; empty ones are left out. Where no record carries volume, records are counted.',
        tags: ['analytics'],
        params: Type.Object({ asset: assetParam() }),
        querystring: queryOf({
          priceStep: num('Width of a bin, in the unit of the price.', 50, { exclusiveMinimum: 0 }),
          ...recordParams(),
        }),
        response: {
          200: bytesOf(profileSchema),
          ...failures('validation_failed', 'asset_not_found', 'overloaded'),
        },
      },
    },
    async ({ params, query }) => {
      const { priceStep } = query;
      const { head, ...records } = await recordsOf(assets, params.asset, query, clock());
      return new HeavyAnswer(
        {
          kind: 'volumeProfile',
          input: { ...records, head: { ...head, params: { priceStep, ...shownWindow(query) } }, priceStep },
        },
        { isLight: query.limit <= LIGHT_RECORDS },
      );
    },
  );
};

const profileSchema = objectOf('Volume by price.', {
  ...seriesFields(),
  params: objectOf('As asked, after clamping.', {
    priceStep: num('Width of a bin.', 50),
    ...windowFields(),
    limit: int('Most records read.', 5_000),
  }),
  recordsUsed: int('Records with a usable price.', 5_000),
  hasRealVolume: bool('Whether any record carries a traded volume; otherwise volume is the count.', true),
  pocIdx: nullable(int('Index of the bin of the largest volume.', 7), 'there is no record'),
  buckets: listOf(
    'By ascending price.',
    objectOf('One bin.', {
      priceLow: num('Its lower edge, inclusive.', 87_200),
      priceHigh: num('Its upper edge, exclusive.', 87_250),
      count: int('Records in it.', 412),
      volume: num('Traded in it, or its count.', 61.2),
      isPoc: bool('The bin of the largest volume, the lowest price on a tie.', false),
    }),
  ),
  gaps: gapsField(),
  coverage: coverageField(),
  truncated: truncatedField(),
});
