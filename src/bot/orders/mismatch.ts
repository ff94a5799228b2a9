/** Number of consecutive readings after which a difference between account and records is not just a delay. */
export const MISMATCH_READINGS = 2;
