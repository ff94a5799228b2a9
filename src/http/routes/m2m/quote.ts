import { Type } from 'typebox';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { quoteSchema } from './shapes/quote.ts';

export interface QuoteOptions {
  readonly assets: AssetFinder;
  readonly m2m: M2m;
}

/** GET /api/m2m/:asset/quote: the price of one asset, and its age. */
export const registerM2mQuote: Registration<QuoteOptions> = (app, { assets, m2m }) => {
  app.get(
    '/api/m2m/:asset/quote',
    {
      config: { access: 'free', cacheSeconds: 2 },
      schema: {
        operationId: 'getQuote',
        summary: 'Price and freshness of one asset',
        description:
          'A short answer for frequent calls. Binaries have no `change24hPct`: use the bundle or the movers.',
        tags: ['m2m'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          activity: s.bool('Adds `freshness.historyLastEverMs`.', false, { default: false }),
          market: s.bool('Adds `market`.', false, { default: false }),
          venueNativeUrl: s.bool('false omits `venueNativeUrl`.', true, { default: true }),
        }),
        response: { 200: quoteSchema(), ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params, query }) => m2m.quotes.quote(await requireAsset(assets, params.asset), query),
  );
};
