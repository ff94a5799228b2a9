import type { AssetKind, LeftOutReason, Resolution, VenueId } from '../../domain/index.ts';

/** Price of a market at a horizon, or the reason why there is none. */
export type DayForecast =
  | { readonly t: number; readonly p: number; readonly end: number }
  | { readonly leftOut: LeftOutReason };

/** A resolved market, as a closed day stores it. */
export interface ResolvedMarket {
  readonly venue: VenueId;
  readonly asset: string;
  readonly kind: AssetKind;
  readonly category: string;
  /** Key of the event within the venue; null when the market belongs to no event. */
  readonly event: string | null;
  readonly outcome: Resolution['outcome'];
  /** Time when the resolution in force was learnt, epoch ms. */
  readonly resolvedAt: number;
  /** Forecasts in the order of the horizons. */
  readonly forecasts: readonly DayForecast[];
}

/** Markets whose first resolution was recorded on one day (UTC). */
export interface ForecastDay {
  /** Origin of the day. `live`: closed by the service that recorded it; `history`: made by `crosstape calibrate`. */
  readonly madeBy: 'live' | 'history';
  /** Number of unresolved markets whose forecasts were dropped on that day. */
  readonly dropped: number;
  /** Markets ordered by venue, kind, category, event and asset. */
  readonly markets: readonly ResolvedMarket[];
}
