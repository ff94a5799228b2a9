const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time before the stated end of a market, at which its price counts as a forecast. */
export interface ForecastHorizon {
  readonly id: string;
  readonly ms: number;
  /** Whether many results are known in all but name by then: final horizons are shown apart. */
  readonly isFinal: boolean;
}

/** Horizons of the calibration, longest first. */
export const FORECAST_HORIZONS: readonly ForecastHorizon[] = [
  { id: '30d', ms: 30 * DAY_MS, isFinal: false },
  { id: '7d', ms: 7 * DAY_MS, isFinal: false },
  { id: '1d', ms: DAY_MS, isFinal: false },
  { id: '6h', ms: 6 * HOUR_MS, isFinal: false },
  { id: '1h', ms: HOUR_MS, isFinal: false },
  { id: '10m', ms: 10 * MINUTE_MS, isFinal: true },
  { id: '5m', ms: 5 * MINUTE_MS, isFinal: true },
  { id: '1m', ms: MINUTE_MS, isFinal: true },
];

const MAX_AGE_MS = 600 * SECOND_MS;
const MIN_AGE_MS = 90 * SECOND_MS;
const HORIZON_SHARE = 10;

/** Age in ms at which a record is too old to be the price at a horizon: a tenth of it, 90 to 600 seconds. */
export function forecastAgeMs(horizonMs: number): number {
  return Math.min(MAX_AGE_MS, Math.max(MIN_AGE_MS, horizonMs / HORIZON_SHARE));
}
