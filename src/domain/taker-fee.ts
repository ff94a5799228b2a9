import type { AssetKind } from './asset.ts';

/** What a taker pays at a venue, as the venue publishes it. */
export interface FeeSchedule {
  /** The day on which the schedule was read. */
  readonly asOf: string;
  readonly source: string;
  readonly rule: FeeRule;
}

export type FeeRule =
  /** contracts * rate * p * (1 - p), the rate by category; `otherwise` for categories not listed. */
  | {
      readonly kind: 'variance';
      readonly rates: Readonly<Record<string, number>>;
      readonly otherwise: number | null;
      /** Rounded up to a whole cent per order. */
      readonly isRoundedUp: boolean;
    }
  /** A fraction of the notional. `builderDexes`: null where they set rates of their own. */
  | { readonly kind: 'notional'; readonly rate: number; readonly builderDexes: number | null }
  /** Not published, or not confirmed. */
  | { readonly kind: 'unknown'; readonly reason: string };

export type FeeSchedules = Readonly<Record<AssetKind, FeeSchedule>>;
