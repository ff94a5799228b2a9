/** The joint verdict of the tests on a series. */
export type SeriesVerdict = 'insufficient-data' | 'flat' | 'mean-reverting' | 'trending' | 'random-walk';

/** Results of the tests that vote on the verdict. A null one casts no vote. */
export interface VerdictInputs {
  /** Number of returns. */
  readonly n: number;
  readonly isFlat: boolean;
  readonly hurst: number | null;
  readonly varianceRatioZ: number | null;
  readonly adfP: number | null;
  readonly kpssP: number | null;
  readonly trendT: number | null;
}

const MIN_RETURNS = 64;
const VOTES_NEEDED = 2;

/**
 * Decides the verdict by votes. Two votes are needed, because each test alone errs in 5 % of random walks (Hurst in 22
 * %). A drift at the 1 % level counts twice, because it is the clearest trend.
 */
export function verdict(inputs: VerdictInputs): SeriesVerdict {
  if (inputs.n < MIN_RETURNS) return 'insufficient-data';
  if (inputs.isFlat) return 'flat';

  const { hurst, varianceRatioZ, adfP, kpssP } = inputs;
  const drift = inputs.trendT === null ? 0 : Math.abs(inputs.trendT);
  const reverting = votes([
    hurst !== null && hurst < 0.45,
    varianceRatioZ !== null && varianceRatioZ < -1.96,
    adfP !== null && kpssP !== null && adfP < 0.05 && kpssP > 0.05,
  ]);
  const trending = votes([
    hurst !== null && hurst > 0.55,
    varianceRatioZ !== null && varianceRatioZ > 1.96,
    drift > 1.96,
    drift > 2.576,
  ]);
  if (reverting >= VOTES_NEEDED && reverting > trending) return 'mean-reverting';
  if (trending >= VOTES_NEEDED && trending > reverting) return 'trending';
  return 'random-walk';
}

function votes(cast: readonly boolean[]): number {
  return cast.filter(Boolean).length;
}
