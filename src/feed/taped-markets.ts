import { type Static, Type } from 'typebox';
import { type AssetRef, NULL_REASONS } from '../domain/index.ts';

const Size = Type.Number({ minimum: 0 });

/** Traded sizes by the side that the venue stated, in contracts or units of the base asset. */
const StatedVolumeSchema = Type.Object({
  buys: Size,
  sells: Size,
  /** Size without a stated side. */
  unknown: Size,
  trades: Type.Integer({ minimum: 1 }),
  /** Length of the window of these trades in ms. The window ends now. */
  windowMs: Type.Integer({ minimum: 0 }),
});

export type StatedVolume = Static<typeof StatedVolumeSchema>;

/** Recorded facts about a market, as the recording process reports them to others. */
export const TapedMarketSchema = Type.Object({
  /** Whether the book is not recorded because larger markets use all the allowed number. */
  isLeftOut: Type.Boolean(),
  /** Trades of the current hour and the 23 before it; null: there are none. */
  stated: Type.Union([StatedVolumeSchema, Type.Null()]),
  /** Reason why there are no trades; null: there are some. */
  whyNone: Type.Union([
    Type.Unsafe<(typeof NULL_REASONS)[number]>({ type: 'string', enum: [...NULL_REASONS] }),
    Type.Null(),
  ]),
});

export type TapedMarket = Static<typeof TapedMarketSchema>;

/** Reader of recorded facts about markets, in this process or in another one. */
export interface TapedMarketReader {
  /** Reads the facts of assets in their order; null: the recording process did not answer. */
  readMarkets(refs: readonly AssetRef[]): Promise<readonly (TapedMarket | null)[]>;
}
