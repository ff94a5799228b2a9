/**
 * Sum with Neumaier's compensation: exact to the last digits for long series of mixed signs.
 *
 * Source: A. Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen, ZAMM 54, 1974.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** Arithmetic mean; NaN without values. */
export function mean(values: ArrayLike<number>): number {
  return compensatedSum(values) / values.length;
}

/** Sum of the products of two ranges of equal length. */
export function dot(
  a: Float64Array,
  b: Float64Array,
  options: { readonly aFrom: number; readonly bFrom: number; readonly length: number },
): number {
  const { aFrom, bFrom, length } = options;
  let sum = 0;
  for (let i = 0; i < length; i++) sum += a[aFrom + i]! * b[bFrom + i]!;
  return sum;
}
