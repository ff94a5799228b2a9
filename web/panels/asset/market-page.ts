import type { GetAssetAnswer, ReferencePage } from '../../../client/src/index.ts';

/** What the service says of an asset that has a market. */
export type MarketPage = Exclude<GetAssetAnswer, ReferencePage>;
