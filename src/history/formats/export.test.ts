import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import { parquetReadObjects } from 'hyparquet';
import { rounds } from '../../../test/support/long-tests.ts';
import { epochMs } from '../../domain/index.ts';
import { toColumns } from '../columns/columns.ts';
import { openReadOnlyHistory, openSqliteHistory } from '../sqlite/index.ts';
import { exportSeries } from './export.ts';
import { checkExport } from './export-check.ts';
import { PARQUET_COMPRESSORS } from './parquet/compressors.ts';
import { FILE_FORMATS, type FileFormat } from './table.ts';

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-KX' } as const;
const START = Date.UTC(2026, 10, 21);

/** Several pages of a scan, and not a multiple of the page size. */
const RECORDS = 120_003;
/** Somewhat more than one page. */
const COMPARED = rounds(60_003, RECORDS);
const APPENDED_AT_ONCE = 500;

const poll = (i: number) => ({
  ...SERIES,
  t: epochMs(START + i * 250),
  p: i,
  v: null,
  s: 'poll' as const,
});

async function openStores(t: TestContext, snapshotLimits = {}, records = RECORDS) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'crosstape-export-'));
  const writer = await openSqliteHistory({ dataDir });
  await writer.insert(SERIES, toColumns(Array.from({ length: records }, (_, i) => poll(i))));
  const reader = await openReadOnlyHistory({ dataDir, snapshotLimits });
  t.after(async () => {
    await reader.close();
    await writer.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { writer, reader };
}

/** An output that calls back before it accepts the next bytes. */
class Watched extends Writable {
  readonly #parts: Buffer[] = [];
  readonly #onWrite: () => Promise<void>;

  constructor(onWrite: () => Promise<void>) {
    super({ highWaterMark: 1 });
    this.#onWrite = onWrite;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#parts.push(Buffer.from(chunk));
    this.#onWrite().then(() => done(), done);
  }
}

const PRICES_OF: Record<FileFormat, (bytes: Buffer) => number[] | Promise<number[]>> = {
  csv: (bytes) => {
    const [header, ...lines] = bytes.toString().trimEnd().split('\r\n');
    assert.equal(header, 't,p,v,s');
    return lines.map((line) => Number(line.split(',')[1]));
  },
  jsonl: (bytes) =>
    bytes
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { p: number }).p),
  arrow: (bytes) =>
    tableFromIPC(bytes)
      .toArray()
      .map(({ p }) => p),
  parquet: async (bytes) => {
    const file = new Uint8Array(bytes).buffer;
    return (await parquetReadObjects({ file, columns: ['p'], compressors: PARQUET_COMPRESSORS })).map(
      ({ p }) => Number(p),
    );
  },
};

const expected = Array.from({ length: RECORDS }, (_, i) => i);

for (const format of FILE_FORMATS) {
  test(`an export as ${format} has every record that was there at its start while others are appended between its pages`, async (t) => {
    const { writer, reader } = await openStores(t);
    let next = RECORDS;
    const append = async () => {
      await writer.append(Array.from({ length: APPENDED_AT_ONCE }, () => poll(next++)));
    };
    // These records are in the journal, where the export must find them too.
    await append();
    const atStart = next;
    const output = new Watched(append);
    const written = await exportSeries(reader, SERIES, { window: {}, format, output });
    assert.ok(next - atStart >= 3 * APPENDED_AT_ONCE, 'records were appended between the pages');
    assert.equal(written, atStart);
    const all = [...expected, ...Array.from({ length: APPENDED_AT_ONCE }, (_, i) => RECORDS + i)];
    assert.deepEqual(await PRICES_OF[format](output.bytes), all);
  });
}

test('an export that outlives its snapshot continues where it was, beside records that come late', async (t) => {
  const { writer, reader } = await openStores(t, { maxAgeMs: 0 });
  let late = 0;
  const output = new Watched(async () => {
    await writer.append([
      { ...poll(late++), p: -1 },
      { ...poll(RECORDS + late), p: -2 },
    ]);
  });
  const written = await exportSeries(reader, SERIES, { window: {}, format: 'csv', output });
  assert.ok(late >= 3);
  assert.equal(written, RECORDS);
  assert.deepEqual(await PRICES_OF.csv(output.bytes), expected);
});

for (const format of FILE_FORMATS) {
  test(`an exported file is compared with the store record by record: ${format}`, async (t) => {
    const { writer, reader } = await openStores(t, {}, COMPARED);
    const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-export-'));
    t.after(() => rm(directory, { recursive: true, force: true }));
    await writer.append([{ ...poll(COMPARED), v: 2.5, s: null }]);
    const file = path.join(directory, `whole.${format}`);
    const fromMs = epochMs(START + 250);
    await exportSeries(reader, SERIES, { window: { fromMs }, format, output: createWriteStream(file) });
    // This record is behind the last row of the file and is not compared, nor are those before the exported window.
    await writer.append([poll(COMPARED + 1)]);
    const none = { count: 0, firstMs: null, lastMs: null };
    const whole = await checkExport(reader, SERIES, { file, format, window: {} });
    assert.deepEqual(
      { ...whole, missing: { ...whole.missing }, unknown: { ...whole.unknown } },
      {
        rows: COMPARED,
        stored: COMPARED,
        missing: none,
        unknown: none,
      },
    );
    const since = await checkExport(reader, SERIES, { file, format, window: { fromMs: epochMs(START) } });
    assert.deepEqual([since.missing.count, since.missing.firstMs], [1, START]);

    // Adds two records after the export; a file of another series is compared below.
    const lateAt = epochMs(START + 1_000_100);
    await writer.append([
      { ...poll(0), t: lateAt },
      { ...poll(0), t: lateAt },
    ]);
    const { rows, stored, missing } = await checkExport(reader, SERIES, { file, format, window: {} });
    assert.deepEqual([rows, stored], [COMPARED, COMPARED + 2]);
    assert.deepEqual({ ...missing }, { count: 2, firstMs: lateAt, lastMs: lateAt });
    const other = await checkExport(reader, { ...SERIES, storeKey: 'other' }, { file, format, window: {} });
    assert.deepEqual([other.stored, other.unknown.count], [0, COMPARED]);
  });
}

test('a file that is no export is refused with its first wrong line', async (t) => {
  const { reader } = await openStores(t);
  const directory = await mkdtemp(path.join(tmpdir(), 'crosstape-export-'));
  t.after(() => rm(directory, { recursive: true, force: true }));
  const file = path.join(directory, 'file');
  for (const [format, text, refusal] of [
    ['csv', 'time,price\n', /does not begin with t,p,v,s/],
    ['csv', 't,p,v,s\r\n1700000000000,0.5,,\r\n1700000000001,x,,\r\n', /line 3 of .* is not a record/],
    ['csv', 't,p,v,s\r\n1700000000000,0.5,,nobody\r\n', /line 2 of .* names no source: nobody/],
    ['jsonl', '{"t":1700000000000}\n', /line 1 of .* is not a record/],
    ['jsonl', 'nothing\n', /line 1 of .* is not a record/],
  ] as const) {
    await writeFile(file, text);
    await assert.rejects(checkExport(reader, SERIES, { file, format, window: {} }), refusal);
  }
});
