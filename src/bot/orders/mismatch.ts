/** A difference between account and records that so many readings found in a row is no delay any more. */
export const MISMATCH_READINGS = 2;
