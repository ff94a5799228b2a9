import { writeDuckdbViews, writeReadme } from '../guide.ts';
import { DATA_LICENCE } from '../manifest.ts';
import type { TreeTable } from '../tables.ts';
import { SERVED_FORM } from './source-tree-maker.ts';

export type GuideName = 'duckdb.sql' | 'README.md';

/** Writes a guide of a served tree, which has all venues and assets. */
export function writeGuide(
  name: GuideName,
  {
    tables,
    hasNoDays,
    simulated,
  }: { readonly tables: readonly TreeTable[]; readonly hasNoDays: boolean; readonly simulated: boolean },
): string {
  const selection = { venues: null, assets: null, tables: [...tables], ...SERVED_FORM };
  return name === 'duckdb.sql'
    ? writeDuckdbViews({ selection, hasNoDays })
    : writeReadme({ licence: DATA_LICENCE, simulated, selection, hasNoDays });
}
