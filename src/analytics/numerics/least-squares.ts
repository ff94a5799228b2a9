/** Fraction of its own length below which a projected column counts as a combination of the others. */
const PIVOT_LIMIT = 1e-9;

export interface Factorisation {
  /** Whether a pivot is below 1e-9 of its column, so that the coefficients would be arbitrary. */
  readonly rankDeficient: boolean;
  /** Diagonal entry of the triangular factor in the last column. */
  readonly lastPivot: number;
}

/**
 * Householder factorisation of a least-squares problem in place.
 *
 * Afterwards the first `columns` entries of the response are its projections on the orthonormal basis and
 * the rest is the residual. Models nested in each other by leading columns share one
 * factorisation: the residual of the first k columns is the sum of squares of the entries from k on.
 *
 * @param design Column after column, `rows` entries each; overwritten.
 * @param response `rows` entries; overwritten.
 *
 * Source: G. H. Golub and C. F. Van Loan, Matrix Computations, algorithm 5.2.1.
 */
export function factorLeastSquares(
  design: Float64Array,
  response: Float64Array,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Factorisation {
  let lastPivot = 0;
  for (let k = 0; k < columns; k++) {
    const start = k * rows;
    let above = 0;
    for (let i = 0; i < k; i++) above += design[start + i]! ** 2;
    let below = 0;
    for (let i = k; i < rows; i++) below += design[start + i]! * design[start + i]!;

    const length = Math.sqrt(below);
    if (!(length > PIVOT_LIMIT * Math.sqrt(above + below))) return { rankDeficient: true, lastPivot: 0 };

    // The pivot gets the sign opposite to its entry, which avoids cancellation.
    const pivot = design[start + k]! > 0 ? -length : length;
    design[start + k]! -= pivot;
    const scale = -1 / (pivot * design[start + k]!);

    for (let column = k + 1; column < columns; column++) {
      reflect(design, start, design, column * rows, k, rows, scale);
    }
    reflect(design, start, response, 0, k, rows, scale);
    design[start + k] = pivot;
    lastPivot = pivot;
  }
  return { rankDeficient: false, lastPivot };
}

function reflect(
  mirror: Float64Array,
  mirrorStart: number,
  target: Float64Array,
  targetStart: number,
  from: number,
  rows: number,
  scale: number,
): void {
  let product = 0;
  for (let i = from; i < rows; i++) product += mirror[mirrorStart + i]! * target[targetStart + i]!;
  const factor = product * scale;
  for (let i = from; i < rows; i++) target[targetStart + i]! -= factor * mirror[mirrorStart + i]!;
}

/** Computes the sum of squares that the first `columns` columns leave unexplained. */
export function sumResidualSquares(response: Float64Array, columns: number, rows: number): number {
  let sum = 0;
  for (let i = columns; i < rows; i++) sum += response[i]! * response[i]!;
  return sum;
}
