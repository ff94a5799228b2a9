/** Computes the greatest common divisor of two whole numbers. */
export function greatestDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}
