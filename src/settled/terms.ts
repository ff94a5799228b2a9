/** How a market settles, as its venue states it; null where it states nothing. No default fills a null. */
export interface SettlingTerms {
  /** Source of the values, such as `twap60`. */
  readonly source: string | null;
  /** Coin in lower case, such as `btc`. */
  readonly coin: string | null;
  /** `at`: the value at a moment. Others are stated, and not reproduced. */
  readonly statistic: string | null;
  /** Moment of the opening value, epoch ms. */
  readonly openAt: number | null;
  /** Moment of the closing value, epoch ms. */
  readonly closeAt: number | null;
  /** Origin of the strike: the terms, or the value at `openAt`. */
  readonly strikeFrom: 'stated' | 'opening' | null;
  /** Strike as decimal text. */
  readonly strike: string | null;
  /** Upper end of a range, decimal text. */
  readonly strikeHigh: string | null;
  /** When Yes wins. */
  readonly test: 'above' | 'below' | 'between' | null;
  /** Meaning of a value equal to the strike, or to either end of a range. */
  readonly tie: 'yes' | 'no' | 'half' | null;
  /** Places to which the value and an opening strike are rounded before they are compared; null: not rounded. */
  readonly decimals: number | null;
  /** Seconds within which the next value counts where the moment has none at its source. */
  readonly toleranceSeconds: number | null;
}

/** Price that a venue stated after its market ended. */
export interface StatedPrice {
  /** Exactness of the value: a decimal, the nearest double, or rounded to `decimals` places. */
  readonly kind: 'exact' | 'double' | 'rounded';
  readonly text: string;
  readonly decimals?: number;
}

/** Statements of a venue afterwards; no part of the terms. */
export interface StatedAfterwards {
  readonly strike?: StatedPrice | null;
  readonly value?: StatedPrice | null;
  /** Moment whose value the venue took for the strike, epoch ms. */
  readonly openTakenAt?: number | null;
  /** Moment whose value the venue took for the result, epoch ms. */
  readonly closeTakenAt?: number | null;
}
