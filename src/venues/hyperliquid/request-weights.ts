import { MINUTE_MS } from '../../domain/index.ts';

/** Published limit of request weight per minute and IP address. */
const PUBLISHED_WEIGHT = 1_200;
/** Share of the published limit that all REST calls of this service stay below. */
export const OWN_SHARE = 0.5;
export const OWN_WEIGHT = PUBLISHED_WEIGHT * OWN_SHARE;
/** Length of our rate window. It is longer than the venue's, because calls arrive later than they leave. */
export const OWN_WINDOW_MS = MINUTE_MS + 2_000;

/** Weights of calls. `light`: books, mids and similar calls; `query`: nearly all others. */
export const WEIGHT = { light: 2, query: 20 } as const;
