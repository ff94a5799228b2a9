import type { Columns } from '../contract/history-store.ts';
import { decodeSource } from '../contract/source-codes.ts';
import type { TableColumn, TableRows } from './table.ts';

/** Columns of the table of one series' records. */
export const RECORD_COLUMNS: readonly TableColumn[] = [
  { name: 't', type: 'time', unit: 'ms UTC', nullWhen: null },
  { name: 'p', type: 'number', unit: 'USD; probability of binary markets', nullWhen: null },
  { name: 'v', type: 'number', unit: 'as the venue counts', nullWhen: 'the venue states no volume' },
  { name: 's', type: 'text', unit: null, nullWhen: 'the record has no source' },
];

/** Text of each source, by its code. */
export const SOURCE_TEXTS: readonly (string | null)[] = [0, 1, 2, 3, 4].map(decodeSource);

/** Converts records to rows of {@link RECORD_COLUMNS}: views, valid as long as the source does not change. */
export function toRecordRows({ t, p, v, s, length }: Columns): TableRows {
  return {
    length,
    columns: [
      t.subarray(0, length),
      p.subarray(0, length),
      v.subarray(0, length),
      { codes: s.subarray(0, length), texts: SOURCE_TEXTS },
    ],
  };
}
