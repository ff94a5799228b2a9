/** Special functions for p-values. All agree with scipy to about 1e-13. */

const LANCZOS_G = 7;
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
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

/** Complementary error function, accurate in the far tail: erfc(x) = Q(1/2, x^2) for x >= 0. */
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

/** Evaluates a polynomial. @param coefficients Coefficients in ascending order. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = value * x + coefficients[i]!;
  return value;
}

const CENTRE_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTRE_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852854,
];
const NEAR_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const NEAR_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const FAR_ABOVE = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const FAR_BELOW = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
];
