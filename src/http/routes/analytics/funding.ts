import { Type } from 'typebox';
import { type Clock, DAY_MS, isPerpKind, PERP_KINDS } from '../../../domain/index.ts';
import type { AssetFinder, MarketReader } from '../../../feed/readers.ts';
import { requireAsset, toUpstreamFailure } from '../../parameters/assets.ts';
import { ApiError } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { assetFields } from '../../shapes/asset-fields.ts';

const MAX_DAYS = 30;
const HOURS_PER_YEAR = 8_760;

export interface FundingOptions {
  readonly assets: AssetFinder;
  readonly markets: MarketReader;
  readonly clock: Clock;
}

/** GET /api/asset/:asset/funding: funding that a perpetual paid. */
export const registerFunding: Registration<FundingOptions> = (app, { assets, markets, clock }) => {
  app.get(
    '/api/asset/:asset/funding',
    {
      config: { access: 'free', cacheSeconds: 60 },
      schema: {
        operationId: 'getFunding',
        summary: 'Funding payments of one perpetual',
        description:
          'The payments of up to 30 days, as the venue states them: one at the end of each hour. Assets of other kinds are answered with 404 not_perpetual.',
        tags: ['analytics'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          days: s.int('How far back.', MAX_DAYS, { default: MAX_DAYS, minimum: 1, maximum: MAX_DAYS }),
        }),
        response: {
          200: fundingSchema,
          ...s.failures('validation_failed', 'asset_not_found', 'not_perpetual', 'upstream_unavailable'),
        },
      },
    },
    async ({ params, query: { days } }) => {
      const { ref } = await requireAsset(assets, params.asset);
      if (!isPerpKind(ref.kind)) {
        throw new ApiError(
          'not_perpetual',
          `${ref.asset} is a binary market, and only perpetuals pay funding`,
        );
      }
      const fromMs = clock() - days * DAY_MS;
      const all = await markets.readFunding(ref).catch((error: unknown) => {
        throw toUpstreamFailure(error, `funding of ${ref.asset}`);
      });
      const payments = all.filter(({ t }) => t >= fromMs);
      const sum = payments.reduce((total, { rate }) => total + rate, 0);
      const mean = payments.length === 0 ? null : sum / payments.length;
      return {
        ok: true as const,
        asset: ref.asset,
        kind: ref.kind,
        venue: ref.venue,
        days,
        payments,
        sumFrac: sum,
        meanHourlyFrac: mean,
        annualizedFrac: mean === null ? null : mean * HOURS_PER_YEAR,
      };
    },
  );
};

const fundingSchema = s.object('Funding payments of one perpetual.', {
  ...assetFields(),
  kind: s.choice('Kind of the asset, always a perpetual.', PERP_KINDS),
  days: s.int('Days of the request.', 30),
  payments: s.array(
    'Payments, oldest first. Hours without one are left out.',
    s.object('One payment.', {
      t: s.epochMsField('Time of the payment.'),
      rate: s.num('Rate for one hour as a fraction of notional; positive when longs pay.', 0.0000125),
    }),
  ),
  sumFrac: s.num('Sum of the payments: what a long paid, as a fraction of notional.', 0.0091),
  meanHourlyFrac: s.nullable(s.num('Mean of the payments.', 0.0000126), 'there is no payment'),
  annualizedFrac: s.nullable(
    s.num('The mean for a year: 8,760 times meanHourlyFrac, not compounded.', 0.11),
    'there is no payment',
  ),
});
