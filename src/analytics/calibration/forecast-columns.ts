/** Markets with their forecasts in columns, as the file of a closed day contains them. */
export interface ForecastColumns {
  readonly groups: readonly (readonly [venue: string, kind: string, category: string])[];
  /** Index of the group of each market; `outcome` is 0 for no, 1 for yes, 2 for void. */
  readonly group: Uint16Array;
  readonly outcome: Uint8Array;
  /** State of each market: four bits per horizon, 0 for a sample, else one more than the index of its reason. */
  readonly states: Uint32Array;
  /** Name of each market's event as 64 bits, 0 for none. Markets of one group and event are adjacent. */
  readonly eventLow: Uint32Array;
  readonly eventHigh: Uint32Array;
  readonly prices: Float64Array;
  /** Index of the price of each sample, by market and horizon. */
  readonly price: Uint16Array | Uint32Array;
}
