import { MINUTE_MS } from '../../domain/index.ts';

/** Weight per minute and address that the venue publishes. */
const PUBLISHED_WEIGHT = 1_200;
/** Share of the venue's weight below which all our REST use stays. */
export const OWN_SHARE = 0.5;
export const OWN_WEIGHT = PUBLISHED_WEIGHT * OWN_SHARE;
/** Window of our own count, longer than the venue's because calls arrive later than they leave. */
export const OWN_WINDOW_MS = MINUTE_MS + 2_000;

/** Weights of calls. `light`: books, mids and the like; `query`: nearly all others. */
export const WEIGHT = { light: 2, query: 20 } as const;
