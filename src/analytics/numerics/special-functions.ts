/** Special functions behind the p-values. All agree with scipy to about 1e-13. */

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/**
 * Natural logarithm of the gamma function by Lanczos' approximation (g = 7, nine terms).
 *
 * @returns NaN for x <= 0, where no caller needs it.
 *
 * Source: C. Lanczos, A precision approximation of the gamma function, SIAM J. Numerical Analysis 1, 1964.
 */
export function logGamma(x: number): number {
  if (!(x > 0)) return Number.NaN;
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);

  let series: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) series += LANCZOS[i]! / (x - 1 + i);
  const base = x + LANCZOS_G - 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

const RELATIVE_STEP = 1e-16;
const MAX_TERMS = 500;

/**
 * Regularised upper incomplete gamma function Q(a, x), in [0, 1].
 *
 * A power series below a + 1 and a continued fraction above, so that small tails keep their digits.
 *
 * Source: W. H. Press et al., Numerical Recipes, section 6.2; the continued fraction by Lentz's method.
 */
export function upperIncompleteGamma(a: number, x: number): number {
  if (!(a > 0) || Number.isNaN(x)) return Number.NaN;
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;

  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let i = 1; i <= MAX_TERMS && term > sum * RELATIVE_STEP; i++) {
    term *= x / (a + i);
    sum += term;
  }
  return sum;
}

function upperFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let result = d;
  for (let i = 1; i <= MAX_TERMS; i++) {
    const coefficient = -i * (i - a);
    b += 2;
    d = 1 / nonZero(coefficient * d + b, tiny);
    c = nonZero(b + coefficient / c, tiny);
    const step = c * d;
    result *= step;
    if (Math.abs(step - 1) < RELATIVE_STEP) break;
  }
  return result;
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}

/** Complementary error function, exact in the far tail: erfc(x) = Q(1/2, x^2) for x >= 0. */
export function erfc(x: number): number {
  const tail = upperIncompleteGamma(0.5, x * x);
  return x >= 0 ? tail : 2 - tail;
}

/** Standard normal distribution function. */
export function normalCdf(x: number): number {
  return 0.5 * erfc(-x / Math.SQRT2);
}

/** Two-sided p-value of a standard normal statistic. */
export function normalTwoSided(z: number): number {
  return erfc(Math.abs(z) / Math.SQRT2);
}

/** Probability that a chi-square variable with k degrees of freedom exceeds x. */
export function chiSquareUpperTail(x: number, degrees: number): number {
  return upperIncompleteGamma(degrees / 2, x / 2);
}

/**
 * Quantile of the standard normal distribution, to about 1e-16.
 *
 * @returns minus and plus infinity at 0 and 1; NaN outside.
 *
 * Source: M. J. Wichura, Algorithm AS 241, Applied Statistics 37, 1988 (PPND16).
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;

  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q;
    return (q * polynomial(CENTRE_ABOVE, r)) / polynomial(CENTRE_BELOW, r);
  }
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p));
  const size =
    r <= 5
      ? polynomial(NEAR_ABOVE, r - 1.6) / polynomial(NEAR_BELOW, r - 1.6)
      : polynomial(FAR_ABOVE, r - 5) / polynomial(FAR_BELOW, r - 5);
  return q < 0 ? -size : size;
}

/** Coefficients from the constant upwards. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i]!;
  return value;
}

const CENTRE_ABOVE = [
  3.387132872796366608, 133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
  45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727,
];
const CENTRE_BELOW = [
  1, 42.313330701600911252, 687.1870074920579083, 5394.1960214247511077, 21213.794301586595867,
  39307.89580009271061, 28729.085735721942674, 5226.495278852854561,
];
const NEAR_ABOVE = [
  1.42343711074968357734, 4.6303378461565452959, 5.7694972214606914055, 3.64784832476320460504,
  1.27045825245236838258, 0.24178072517745061177, 0.0227238449892691845833, 7.7454501427834140764e-4,
];
const NEAR_BELOW = [
  1, 2.05319162663775882187, 1.6763848301838038494, 0.68976733498510000455, 0.14810397642748007459,
  0.0151986665636164571966, 5.475938084995344946e-4, 1.05075007164441684324e-9,
];
const FAR_ABOVE = [
  6.6579046435011037772, 5.4637849111641143699, 1.7848265399172913358, 0.29656057182850489123,
  0.026532189526576123093, 0.0012426609473880784386, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
];
const FAR_BELOW = [
  1, 0.59983220655588793769, 0.13692988092273580531, 0.0148753612908506148525, 7.868691311456132591e-4,
  1.8463183175100546818e-5, 1.4215117583164458887e-7, 2.04426310338993978564e-15,
];
