import type { MicroUsd } from '../domain/index.ts';

/** What prepaid billing charges for. */
export type PricedUse = 'stream' | 'trade';

/** Micro-USD per use; 0: free, and nothing is written. */
export type PriceList = Readonly<Record<PricedUse, MicroUsd>>;

export const NO_PRICES: PriceList = { stream: 0 as MicroUsd, trade: 0 as MicroUsd };
