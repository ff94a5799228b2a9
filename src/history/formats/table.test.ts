import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { openArrowWriter } from './arrow.ts';
import { PARQUET_COMPRESSORS } from './parquet/compressors.ts';
import { ParquetTableWriter } from './parquet/parquet-writer.ts';
import { COMPRESSIONS, type TableColumn, type TableRows, type TableWriter } from './table.ts';

const column = (name: string, type: TableColumn['type'], nullWhen: string | null = null): TableColumn => ({
  name,
  type,
  unit: null,
  nullWhen,
});

const COLUMNS = [
  column('asset', 'text'),
  column('t', 'time'),
  column('p', 'number'),
  column('v', 'number', 'not known'),
  column('s', 'text', 'not known'),
  column('title', 'text', 'not known'),
  column('endsAt', 'time', 'not known'),
];

interface Row {
  readonly asset: string;
  readonly t: number;
  readonly p: number;
  readonly v: number | null;
  readonly s: string | null;
  readonly title: string | null;
  readonly endsAt: number | null;
}

const SOURCES = [null, 'poll', 'trade'] as const;

function toTableRows(rows: readonly Row[]): TableRows {
  const texts: string[] = [];
  const ends: number[] = [];
  rows.forEach(({ asset }, i) => {
    if (texts.at(-1) === asset) ends[ends.length - 1] = i + 1;
    else {
      texts.push(asset);
      ends.push(i + 1);
    }
  });
  return {
    length: rows.length,
    columns: [
      { texts, ends },
      Float64Array.from(rows, ({ t }) => t),
      Float64Array.from(rows, ({ p }) => p),
      Float64Array.from(rows, ({ v }) => v ?? Number.NaN),
      { codes: Uint8Array.from(rows, ({ s }) => SOURCES.indexOf(s as 'poll')), texts: SOURCES },
      rows.map(({ title }) => title),
      Float64Array.from(rows, ({ endsAt }) => endsAt ?? Number.NaN),
    ],
  };
}

async function written(writer: TableWriter, groups: readonly (readonly Row[])[]): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for (const rows of groups) parts.push(await writer.encodeRows(toTableRows(rows)));
  parts.push(await writer.end());
  return Buffer.concat(parts);
}

const time = fc.oneof(fc.integer({ min: -8e15, max: 8e15 }), fc.constantFrom(0, 1_763_800_000_000));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 0.5, 0.25, 5e-324, -1.7976931348623157e308),
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '=1+1',
    '@x',
    '-3',
    'a,"b"\r\nc',
    '\u0000',
    'ä😀',
    '\ufffd',
    '𐀀\uffff',
    'x'.repeat(5_000),
  ),
);
const row = fc.record<Row>({
  asset: fc.constantFrom('hl-BTC', 'kalshi-a', 'kalshi-😀', 'pm-z'),
  t: time,
  p: number,
  v: fc.option(number),
  s: fc.constantFrom(...SOURCES),
  title: fc.option(text),
  endsAt: fc.option(time),
});
const groups = fc.array(fc.array(row, { maxLength: 40 }), { maxLength: 3 });

test('Parquet gives back every value, by the bits of its numbers, with each compression', async () => {
  await fc.assert(
    fc.asyncProperty(groups, fc.constantFrom(...COMPRESSIONS), async (given, compression) => {
      const bytes = await written(new ParquetTableWriter(COLUMNS, compression), given);
      assertRows(await readParquet(bytes), given.flat());
    }),
    { numRuns: 200 },
  );
});

test('Parquet pages of long runs, of many values and of long texts give back what was written', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i): Row => {
    const long = i % 10_000 === 5 ? 'y'.repeat(300_000) : `title ${i}`;
    return {
      asset: `kalshi-${String(Math.floor(i / 17_003)).padStart(3, '0')}`,
      t: 1_763_800_000_000 + (i % 17_003) * 5_000,
      p: i % 3 === 0 ? 0.5 : i < 25_000 ? (i % 90) / 100 : i * Math.PI,
      v: i > 20_000 && i < 45_000 ? null : i % 7,
      s: i % 9_000 < 8_000 ? 'poll' : i % 2 === 0 ? null : 'trade',
      title: i % 4 === 0 ? long : null,
      endsAt: i < 30_000 ? null : i,
    };
  });
  const bytes = await written(new ParquetTableWriter(COLUMNS, 'zstd'), [
    rows.slice(0, 49_000),
    rows.slice(49_000),
  ]);
  assertRows(await readParquet(bytes), rows);

  const metadata = parquetMetadata(toArrayBuffer(bytes));
  const [asset, t, p] = metadata.row_groups[0]!.columns;
  assert.deepEqual(
    [asset?.meta_data?.statistics?.min_value, asset?.meta_data?.statistics?.max_value],
    ['kalshi-000', 'kalshi-002'],
  );
  for (const chunk of [asset, t]) {
    assert.ok((chunk?.column_index_length ?? 0) > 0 && (chunk?.offset_index_length ?? 0) > 0);
  }
  assert.equal(p?.column_index_length, undefined);
});

test('statistics hold whole texts, and zeros of both signs', async () => {
  const long = `kalshi-${'k'.repeat(200)}`;
  const rows = [`${long}a`, `${long}b`].map((asset) => ({ ...ROW, asset, p: 0 }));
  const bytes = await written(new ParquetTableWriter(COLUMNS, 'zstd'), [rows]);
  const [asset, , p] = parquetMetadata(toArrayBuffer(bytes)).row_groups[0]!.columns;
  assert.deepEqual(asset?.meta_data?.statistics?.min_value, `${long}a`);
  assert.deepEqual(asset?.meta_data?.statistics?.max_value, `${long}b`);
  assert.ok(Object.is(p?.meta_data?.statistics?.min_value, -0));
  assert.ok(Object.is(p?.meta_data?.statistics?.max_value, 0));
});

for (const layout of ['file', 'stream'] as const) {
  test(`Arrow as a ${layout} gives back every value`, async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (given) => {
        const bytes = await written(await openArrowWriter(COLUMNS, layout), given);
        const table = tableFromIPC(bytes);
        assert.deepEqual(
          table.schema.fields.map(({ name }) => name),
          COLUMNS.map(({ name }) => name),
        );
        assertRows(
          table.toArray().map((one) => one.toJSON()),
          given.flat(),
        );
      }),
      { numRuns: 100 },
    );
  });
}

test('a table without rows has its columns in every format', async () => {
  const parquet = await written(new ParquetTableWriter(COLUMNS, 'zstd'), []);
  assert.deepEqual(await readParquet(parquet), []);
  const arrow = tableFromIPC(await written(await openArrowWriter(COLUMNS, 'file'), []));
  assert.equal(arrow.schema.fields.length, COLUMNS.length);
});

const ROW: Row = { asset: 'pm-a', t: 1, p: 0.5, v: null, s: null, title: null, endsAt: null };

function readParquet(bytes: Buffer): Promise<Record<string, unknown>[]> {
  return parquetReadObjects({ file: toArrayBuffer(bytes), compressors: PARQUET_COMPRESSORS });
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** Compares rows with `Object.is`. Packages return times as dates, bigints or numbers. */
function assertRows(found: readonly Record<string, unknown>[], wanted: readonly Row[]): void {
  assert.equal(found.length, wanted.length);
  const plain = (value: unknown) =>
    value instanceof Date ? value.getTime() : typeof value === 'bigint' ? Number(value) : (value ?? null);
  wanted.forEach((one, i) => {
    for (const [name, value] of Object.entries(one)) {
      if (!Object.is(plain(found[i]?.[name]), value)) {
        assert.fail(`row ${i}, ${name}: ${String(found[i]?.[name])} instead of ${String(value)}`);
      }
    }
  });
}
