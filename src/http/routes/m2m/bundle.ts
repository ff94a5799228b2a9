import { Type } from 'typebox';
import type { AssetFinder } from '../../../feed/readers.ts';
import type { M2m } from '../../../m2m/m2m.ts';
import { findAssetVenue } from '../../access/venue-scopes.ts';
import { requireAsset } from '../../parameters/assets.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';
import { bundleSchema } from '../../shapes/bundle.ts';

export interface BundleOptions {
  readonly assets: AssetFinder;
  readonly m2m: M2m;
}

/** GET /api/m2m/:asset/bundle: all facts that a program needs to decide about one asset. */
export const registerM2mBundle: Registration<BundleOptions> = (app, { assets, m2m }) => {
  app.get(
    '/api/m2m/:asset/bundle',
    {
      config: {
        access: 'pro',
        feature: 'm2m-bundle',
        cacheSeconds: 15,
        getVenues: findAssetVenue,
      },
      schema: {
        operationId: 'getBundle',
        summary: 'Everything a program needs to decide about one asset',
        description:
          'Price, fair value, liquidity, horizon, risk, flow, carry and a signal with its reasons. Unknown values are null. For an asset that has left its venue, the bundle comes from stored records and is stale.',
        tags: ['m2m'],
        params: Type.Object({ asset: s.assetParam() }),
        querystring: s.queryParams({
          series: s.bool('Adds up to 60 prices of the last 24 hours.', false, { default: false }),
        }),
        response: { 200: bundleSchema(), ...s.failures('validation_failed', 'asset_not_found') },
      },
    },
    async ({ params, query }) =>
      m2m.bundles.buildBundle(await requireAsset(assets, params.asset), { series: query.series }),
  );
};
