/** The vocabulary of the service. Imports nothing from the rest of it. */
export * from './asset.ts';
export * from './asset-class.ts';
export * from './book.ts';
export * from './candle.ts';
export * from './gap.ts';
export * from './market-state.ts';
export * from './money.ts';
export * from './null-reasons.ts';
export * from './observation.ts';
export * from './probability.ts';
export * from './random.ts';
export * from './resolution.ts';
export * from './taker-fee.ts';
export * from './ticker.ts';
export * from './time.ts';
export * from './upstream-error.ts';
export * from './venue.ts';
