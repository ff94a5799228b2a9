import type { DatabaseSync } from 'node:sqlite';
import type { SmallTable } from '../../tree/tables.ts';
import { hasBars } from '../bars/bar-table.ts';
import { hasForecasts } from '../forecasts/tables.ts';
import { hasMarks } from '../references/mark-table.ts';
import { hasRegister } from '../register/tables.ts';
import { hasSettled } from '../settled/tables.ts';

/**
 * Stored tables behind each table of a tree, with a number of their rows that changes when the row does: a checksum, or
 * the id of a page, which is never used again.
 */
const MARKETS = [
  ['market', 'crc'],
  ['market_page', 'id'],
] as const;
const VERSIONED: Readonly<Record<SmallTable, readonly (readonly [table: string, number: string])[]>> = {
  gaps: [['gap', 'crc']],
  resolutions: [['resolution', 'crc']],
  markets: MARKETS,
  // The rules of a selection of assets depend on the markets.
  rules: [['rules', 'crc'], ...MARKETS],
  links: [['link_span', 'crc']],
  forecasts: [
    ['forecast', 'crc'],
    ['forecast_day', 'crc'],
  ],
  marks: [['reference_mark', 'crc']],
  settled: [['settled', 'crc']],
  bars: [['bar', 'crc']],
};

/** Tables that a file lacks until a version with them has opened it for writing, and how their presence is checked. */
const ARE_THERE: Readonly<Record<SmallTable, (db: DatabaseSync) => boolean>> = {
  gaps: () => true,
  resolutions: () => true,
  markets: hasRegister,
  rules: hasRegister,
  links: hasRegister,
  forecasts: (db) => hasRegister(db) && hasForecasts(db),
  marks: hasMarks,
  settled: hasSettled,
  bars: hasBars,
};

/** Returns a text that changes when a row of a table of the tree changes. */
export function readTableVersion(db: DatabaseSync, table: SmallTable): string {
  const isThere = ARE_THERE[table](db);
  const counts = VERSIONED[table].map(([name, number]) => {
    if (!isThere) return '';
    // The sum may exceed the safe integers, so it is returned as text.
    const sql = `SELECT count(*) || ' ' || coalesce(sum(${number}), 0) AS version FROM ${name}`;
    return db.prepare(sql).get()?.version;
  });
  return counts.join(' ');
}
