const MILLION = 1_000_000;

/** Lower edges of the price bands in millionths. The last band ends at 1, which it includes. */
const BAND_EDGES = [
  0, 20_000, 50_000, 100_000, 200_000, 300_000, 400_000, 500_000, 600_000, 700_000, 800_000, 900_000, 950_000,
  980_000,
] as const;

const PERCENT = MILLION / 100;
/** Band of each whole percent. All edges are whole percents. */
const BAND_OF_PERCENT = Uint8Array.from({ length: 101 }, (_, percent) =>
  BAND_EDGES.findLastIndex((edge) => edge <= percent * PERCENT),
);

export interface Band {
  readonly index: number;
  /** Lowest price of the band, inclusive. */
  readonly low: number;
  /** Upper end of the band, exclusive except for 1. */
  readonly high: number;
}

/** Price bands. They are narrow at both ends, where most markets spend their last days. */
export const BANDS: readonly Band[] = BAND_EDGES.map((low, index) => ({
  index,
  low: low / MILLION,
  high: (BAND_EDGES[index + 1] ?? MILLION) / MILLION,
}));

/** Finds the index of a price's band. The price is rounded to millionths first, so that 0.1 + 0.2 counts as 0.3. */
export function findBand(price: number): number {
  const millionths = Math.floor(MILLION * price + 0.5);
  return BAND_OF_PERCENT[Math.floor(millionths / PERCENT)]!;
}
