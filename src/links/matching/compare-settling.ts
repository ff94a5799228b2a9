import { listTermsThatDiffer } from '../../domain/index.ts';
import type { MarketFeatures } from '../reading/features.ts';

/**
 * Lists the ways in which two markets settle differently, one sentence for each. A term that only one of them states is
 * no difference.
 */
export function listSettlingDifferences(
  { settling: a }: Pick<MarketFeatures, 'settling'>,
  { settling: b }: Pick<MarketFeatures, 'settling'>,
): string[] {
  if (a === null || b === null) return [];
  return listTermsThatDiffer(a, b).map(
    (member) => `They settle differently (${member}): ${a[member]} against ${b[member]}.`,
  );
}
