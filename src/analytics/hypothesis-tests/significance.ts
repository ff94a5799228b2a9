/** Probability below which a null hypothesis is rejected. */
export const SIGNIFICANCE = 0.05;
