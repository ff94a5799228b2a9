/** A null hypothesis is rejected below this probability. */
export const SIGNIFICANCE = 0.05;
