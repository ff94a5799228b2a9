import { toFiniteOrNull } from '../numerics/finite.ts';

/**
 * Toxicity of the flow: the mean over blocks of |sum of signed| / sum of |signed|, in [0, 1].
 *
 * Blocks are consecutive and hold the same number of records, from the oldest on. A partial last block is
 * left out unless it is the only one; blocks without classified weight do not count.
 *
 * The original uses blocks of equal volume with bulk classification, so these values are not comparable with
 * published ones.
 *
 * @returns 0 when no block counts.
 *
 * Source: D. Easley, M. Lopez de Prado and M. O'Hara, Flow toxicity and liquidity in a high-frequency world,
 * Review of Financial Studies 25, 2012.
 */
export function vpin(signed: Float64Array, blockLength: number): number {
  const blocks = Math.floor(signed.length / blockLength);
  if (blocks === 0) return blockImbalance(signed, 0, signed.length) ?? 0;

  let sum = 0;
  let counted = 0;
  for (let block = 0; block < blocks; block++) {
    const imbalance = blockImbalance(signed, block * blockLength, (block + 1) * blockLength);
    if (imbalance === null) continue;
    sum += imbalance;
    counted++;
  }
  return counted === 0 ? 0 : sum / counted;
}

function blockImbalance(signed: Float64Array, from: number, to: number): number | null {
  let net = 0;
  let total = 0;
  for (let i = from; i < to; i++) {
    net += signed[i]!;
    total += Math.abs(signed[i]!);
  }
  if (total === 0) return null;
  const imbalance = toFiniteOrNull(Math.abs(net) / total);
  return imbalance === null ? null : Math.min(1, imbalance);
}
