import { type Static, Type } from 'typebox';
import { type AssetRef, NULL_REASONS } from '../domain/index.ts';

const Size = Type.Number({ minimum: 0 });

/** Sizes traded by the side that the venue stated, in contracts or units of the base asset. */
const StatedVolumeSchema = Type.Object({
  buys: Size,
  sells: Size,
  /** Without a side. */
  unknown: Size,
  trades: Type.Integer({ minimum: 1 }),
  /** Time within which they were traded, up to now. */
  windowMs: Type.Integer({ minimum: 0 }),
});

export type StatedVolume = Static<typeof StatedVolumeSchema>;

/** What the process that records the tape knows of a market, as processes of an installation tell it each other. */
export const TapedMarketSchema = Type.Object({
  /** Whether its book is not recorded because larger markets take all places. */
  isLeftOut: Type.Boolean(),
  /** Trades of the current hour and the 23 before it; null: there are none. */
  stated: Type.Union([StatedVolumeSchema, Type.Null()]),
  /** Why there are none; null: there are. */
  whyNone: Type.Union([
    Type.Unsafe<(typeof NULL_REASONS)[number]>({ type: 'string', enum: [...NULL_REASONS] }),
    Type.Null(),
  ]),
});

export type TapedMarket = Static<typeof TapedMarketSchema>;

/** Reader of what is known of markets, in this process or of another one. */
export interface TapedMarketReader {
  /** In the order of the assets; null: the process that records gave no answer. */
  readMarkets(refs: readonly AssetRef[]): Promise<readonly (TapedMarket | null)[]>;
}
