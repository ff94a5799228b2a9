import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Session } from 'chdb';
import { epochMs } from '../../src/domain/index.ts';
import type { SeriesObservation } from '../../src/history/contract/history-store.ts';
import { openSqliteHistory } from '../../src/history/sqlite/index.ts';
import { type RecordedSet, recordedSets } from './recorded.ts';
import type { Table } from './table.ts';

const COMPRESSIONS = ['LZ4', 'ZSTD(1)', 'ZSTD(9)', 'ZSTD(19)'];
const WHOLE = ['', 'Delta(8)', 'DoubleDelta', 'T64', 'Delta(8), T64'];
const DOUBLE = ['', 'Delta(8)', 'Gorilla', 'FPC(12)'];
const MAX_DECIMALS = 9;

/**
 * Bytes per observation of the recorded series, against ClickHouse with the best of all codecs for each column
 * of each file, as doubles and, where that is exact, as scaled whole numbers. For ClickHouse the column data
 * alone is counted; for ours both the blocks and the whole file.
 */
export async function measureBytes(table: Table, directory: string): Promise<void> {
  const sets = recordedSets();
  if (sets === null) {
    console.log('bytes per observation: skipped, the recordings are not at hand');
    return;
  }
  const click = new Session(join(directory, 'click-bytes'));
  click.query('CREATE DATABASE d ENGINE = Atomic');
  const total = { blocks: 0, file: 0, click: 0, records: 0 };
  for (const [i, set] of sets.entries()) {
    const records = set.series.reduce((sum, { length }) => sum + length, 0);
    const ours = await ourBytes(set, join(directory, `bytes-${i}`));
    const theirs = clickBytes(click, set, join(directory, `bytes-${i}.csv`), `r${i}`);
    const per = (bytes: number) => bytes / records;
    table.add({
      what: `bytes of ${set.name} (${records} records, ${set.series.length} series; file ${per(ours.file).toFixed(2)})`,
      ours: per(ours.blocks),
      peers: { 'ClickHouse, best codecs': per(theirs) },
      unit: 'B',
    });
    total.blocks += ours.blocks;
    total.file += ours.file;
    total.click += theirs;
    total.records += records;
  }
  for (const [what, bytes] of [
    ['blocks', total.blocks],
    ['whole file', total.file],
  ] as const) {
    table.add({
      what: `bytes of all recorded series, ${what}`,
      ours: bytes / total.records,
      peers: { 'ClickHouse, best codecs': total.click / total.records },
      unit: 'B',
    });
  }
  click.cleanup();
}

/** Records that one append holds: several polls, so that the measurement does not wait for the disk. */
const BATCH = 8_000;

/**
 * Records a set as the service would, all series of a moment together, and waits until all of it is packed.
 * Of the file, the pages in use beyond those of an empty one are counted.
 */
async function ourBytes(set: RecordedSet, dataDir: string): Promise<{ blocks: number; file: number }> {
  const history = await openSqliteHistory({ dataDir });
  const before = usedBytes(dataDir);
  const records = set.series.flatMap(({ t, p, v, length }, k) =>
    Array.from({ length }, (_, i): SeriesObservation => {
      const volume = Number.isNaN(v[i]!) ? null : v[i]!;
      const key = { venue: 'kalshi', storeKey: `s${k}`, asset: `kalshi-s${k}` } as const;
      return { ...key, t: epochMs(t[i]!), p: p[i]!, v: volume, s: 'poll' };
    }),
  );
  records.sort((a, b) => a.t - b.t);
  for (let from = 0; from < records.length; from += BATCH)
    await history.append(records.slice(from, from + BATCH));
  await history.sealAll();
  let blocks = 0;
  for (const i of set.series.keys()) {
    blocks += (await history.find({ venue: 'kalshi', storeKey: `s${i}` }))?.bytes ?? 0;
  }
  await history.close();
  return { blocks, file: usedBytes(dataDir) - before };
}

function usedBytes(dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, 'history.sqlite'), { readOnly: true });
  try {
    const readPragma = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (readPragma('page_count') - readPragma('freelist_count')) * readPragma('page_size');
  } finally {
    db.close();
  }
}

function clickBytes(click: Session, set: RecordedSet, csv: string, name: string): number {
  const rows = set.series.flatMap(({ t, p, v, length }, k) =>
    Array.from({ length }, (_, i) => [k, t[i]!, p[i]!, v[i]!] as const),
  );
  writeFileSync(csv, rows.map((row) => row.join(',').replace('NaN', 'nan')).join('\n'));
  const columns = [
    ...candidates('t', 'Int64', WHOLE, 't'),
    ...valueCandidates(
      'p',
      rows.map((row) => row[2]),
    ),
    ...(rows.some((row) => !Number.isNaN(row[3]))
      ? valueCandidates(
          'v',
          rows.map((row) => row[3]),
        )
      : []),
  ];
  click.query(
    `CREATE TABLE d.${name} (k UInt32, o UInt32, ${columns.map(({ definition }) => definition).join(', ')})
     ENGINE = MergeTree ORDER BY (k, o)
     SETTINGS min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0, max_compress_block_size = 1048576`,
  );
  click.query(
    `INSERT INTO d.${name} SELECT k, rowNumberInAllBlocks(), ${columns.map(({ expression }) => expression).join(', ')}
     FROM file('${csv}', CSV, 'k UInt32, t Int64, p Float64, v Float64') SETTINGS max_threads = 1`,
  );
  click.query(`OPTIMIZE TABLE d.${name} FINAL`);
  const sizes = click.query(
    `SELECT column, sum(column_data_compressed_bytes) FROM system.parts_columns
     WHERE database = 'd' AND table = '${name}' AND active GROUP BY column`,
    'TSV',
  );
  const best = new Map<string, number>();
  for (const line of String(sizes).trim().split('\n')) {
    const [column = '', bytes = ''] = line.split('\t');
    if (column === 'k' || column === 'o') continue;
    const kind = column.slice(0, 1);
    best.set(kind, Math.min(best.get(kind) ?? Number.POSITIVE_INFINITY, Number(bytes)));
  }
  return [...best.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function valueCandidates(name: string, values: readonly number[]) {
  const decimals = findDecimals(values);
  const scaled =
    decimals === null
      ? []
      : candidates(`${name}i`, 'Int64', WHOLE, `toInt64(round(${name} * ${10 ** decimals}))`);
  return [...candidates(name, 'Float64', DOUBLE, name), ...scaled];
}

function candidates(name: string, type: string, codings: readonly string[], expression: string) {
  return codings.flatMap((coding, i) =>
    COMPRESSIONS.map((compression, j) => {
      const codec = coding === '' ? compression : `${coding}, ${compression}`;
      return { definition: `${name}${i}_${j} ${type} CODEC(${codec})`, expression };
    }),
  );
}

/** Finds the fewest decimals that hold every value exactly; null when there are none. */
function findDecimals(values: readonly number[]): number | null {
  for (let k = 0; k <= MAX_DECIMALS; k++) {
    if (values.every((value) => Math.round(value * 10 ** k) / 10 ** k === value)) return k;
  }
  return null;
}
