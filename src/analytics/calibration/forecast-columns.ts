/** Markets with their forecasts in columns, as a closed day keeps them. */
export interface ForecastColumns {
  readonly groups: readonly (readonly [venue: string, kind: string, category: string])[];
  /** Index of the group of each market; `outcome` is 0 for no, 1 for yes, 2 for void. */
  readonly group: Uint16Array;
  readonly outcome: Uint8Array;
  /** States of each market: four bits a horizon, 0 for a sample, else one more than the index of its reason. */
  readonly states: Uint32Array;
  /** Name of each market's event in 64 bits, 0 for none. Markets of a group and an event are neighbours. */
  readonly eventLow: Uint32Array;
  readonly eventHigh: Uint32Array;
  readonly prices: Float64Array;
  /** Index of the price of each sample, by market and horizon. */
  readonly price: Uint16Array | Uint32Array;
}
