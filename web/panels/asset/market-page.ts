import type { GetAssetAnswer, ReferencePage } from '../../../client/src/index.ts';

/** Answer of the service about an asset that has a market. */
export type MarketPage = Exclude<GetAssetAnswer, ReferencePage>;
