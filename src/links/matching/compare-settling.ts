import { listTermsThatDiffer } from '../../domain/index.ts';
import type { MarketFeatures } from '../reading/features.ts';

/**
 * Ways in which two markets settle differently, a sentence for each: what both state, and not alike. What one of them
 * does not state differs from nothing.
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
