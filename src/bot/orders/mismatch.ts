/** Number of readings in a row after which a difference between account and records is no mere delay. */
export const MISMATCH_READINGS = 2;
