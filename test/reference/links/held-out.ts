import path from 'node:path';
import type { LinksMeasured } from '../../../src/links/measured.ts';
import { evaluate, score, type Tally } from './evaluation.ts';
import { isHeldOut, readLabelFile } from './label-file.ts';

/** The three files of labelled real listings, beside the project where they are available. */
export const HELD_OUT_FILES: readonly string[] = ['pairs', 'pairs-2', 'near-misses'].map((name) =>
  path.join(import.meta.dirname, '../../../../shared/links', `${name}.json`),
);

/** 95 %. */
const Z = 1.959963984540054;

/**
 * Measures the precision of claims of `same` and `opposite` on the held-out third of each file, and of all together.
 */
export async function measureHeldOut(files: readonly string[]): Promise<{
  readonly byFile: readonly { readonly file: string; readonly pairs: number; readonly firm: Tally }[];
  readonly total: Omit<LinksMeasured, 'at'>;
}> {
  const byFile: { file: string; pairs: number; firm: Tally }[] = [];
  for (const file of files) {
    const labelled = readLabelFile(file);
    const pairs = labelled.pairs.filter(isHeldOut);
    byFile.push({
      file: path.basename(file),
      pairs: pairs.length,
      firm: score(pairs, await evaluate(labelled), labelled.pairs).firm,
    });
  }
  const claimed = byFile.reduce((sum, { firm }) => sum + firm.claimed, 0);
  const right = byFile.reduce((sum, { firm }) => sum + firm.right, 0);
  return { byFile, total: { ...wilson(right, claimed), pairs: claimed } };
}

/**
 * Share and the lower end of its 95 % interval, both rounded to four places; null and 0 over nothing.
 *
 * Source: E. B. Wilson, Probable inference, JASA 22, 1927.
 */
export function wilson(
  right: number,
  of: number,
): { readonly precision: number | null; readonly low: number } {
  if (of === 0) return { precision: null, low: 0 };
  const share = right / of;
  const centre = share + Z ** 2 / (2 * of);
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2));
  return { precision: round(share), low: round((centre - spread) / (1 + Z ** 2 / of)) };
}

const round = (value: number): number => Math.round(value * 1e4) / 1e4;
