/** Quantile of the normal distribution at 0.975. */
const Z = 1.959963984540054;
/** Minimum number of clusters for an estimate of variance. With fewer, each cluster counts as one sample. */
const CLUSTERS_FOR_VARIANCE = 30;

export interface ShareInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * Computes the 95 % confidence interval of a share. `effective` is the number of independent samples, which may be
 * fractional.
 *
 * Source: E. B. Wilson, Probable inference, JASA 22, 1927.
 */
export function wilsonInterval(share: number, effective: number): ShareInterval {
  const square = Z ** 2 / effective;
  const centre = share + square / 2;
  const half = Z * Math.sqrt((share * (1 - share)) / effective + square / (4 * effective));
  return {
    low: Math.max(0, (centre - half) / (1 + square)),
    high: Math.min(1, (centre + half) / (1 + square)),
  };
}

/** Samples that depend on each other, for example the strikes of one hour. */
export interface ClusterCount {
  readonly n: number;
  /** Number of samples that resolved to Yes. */
  readonly yes: number;
}

/**
 * Computes the effective number of independent samples of a fraction that was measured over clusters. The result never
 * exceeds the number of samples.
 *
 * Source: E. L. Korn, B. I. Graubard, Confidence intervals for proportions with small expected number of positive
 * counts estimated from survey data, Survey Methodology 24, 1998.
 */
export function effectiveSamples(clusters: readonly ClusterCount[]): number {
  const n = clusters.reduce((sum, cluster) => sum + cluster.n, 0);
  const yes = clusters.reduce((sum, cluster) => sum + cluster.yes, 0);
  const squares = clusters.reduce((sum, cluster) => sum + (cluster.yes - (yes / n) * cluster.n) ** 2, 0);
  return effectiveOfSums({ count: clusters.length, n, yes, squares });
}

/**
 * Computes the effective number of samples from sums over the clusters.
 *
 * @param squares Sum of (yes - share n)^2 over the clusters, with the share of all samples and n of the cluster.
 */
export function effectiveOfSums({
  count,
  n,
  yes,
  squares,
}: ClusterCount & { readonly count: number; readonly squares: number }): number {
  const share = yes / n;
  if (count < CLUSTERS_FOR_VARIANCE || share === 0 || share === 1) return count;
  const variance = ((count / (count - 1)) * squares) / n ** 2;
  return n / Math.max(1, variance / ((share * (1 - share)) / n));
}
