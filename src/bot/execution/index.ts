/** Venues that take orders. Callers import the contract and the factories from here. */
export * from './execution-venue.ts';
export * from './reject-reasons.ts';
