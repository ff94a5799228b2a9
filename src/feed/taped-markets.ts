import { type Static, Type } from 'typebox';
import type { AssetRef } from '../domain/index.ts';

/** What the process that records the tape knows of a market, as processes of an installation tell it each other. */
export const TapedMarketSchema = Type.Object({
  /** Whether its book is not recorded because larger markets take all places. */
  isLeftOut: Type.Boolean(),
});

export type TapedMarket = Static<typeof TapedMarketSchema>;

/** Reader of what is known of markets, in this process or of another one. */
export interface TapedMarketReader {
  /** In the order of the assets; null: the process that records gave no answer. */
  readMarkets(refs: readonly AssetRef[]): Promise<readonly (TapedMarket | null)[]>;
}
