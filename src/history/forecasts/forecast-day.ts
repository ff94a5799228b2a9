import type { AssetKind, LeftOutReason, Resolution, VenueId } from '../../domain/index.ts';

/** Price of a market at a horizon, or why there is none. */
export type DayForecast =
  | { readonly t: number; readonly p: number; readonly end: number }
  | { readonly leftOut: LeftOutReason };

/** Market with a result, as a closed day keeps it. */
export interface ResolvedMarket {
  readonly venue: VenueId;
  readonly asset: string;
  readonly kind: AssetKind;
  readonly category: string;
  /** Key of the event within the venue; null: none. */
  readonly event: string | null;
  readonly outcome: Resolution['outcome'];
  /** When the resolution in force was learnt, epoch ms. */
  readonly resolvedAt: number;
  /** Forecasts in the order of the horizons. */
  readonly forecasts: readonly DayForecast[];
}

/** Markets whose first resolution was recorded on one day (UTC). */
export interface ForecastDay {
  /** `live`: closed by the service that recorded it; `history`: made afterwards by `crosstape calibrate`. */
  readonly madeBy: 'live' | 'history';
  /** Markets without a resolution whose forecasts were dropped on that day. */
  readonly dropped: number;
  /** Markets by venue, kind, category, event and asset. */
  readonly markets: readonly ResolvedMarket[];
}
