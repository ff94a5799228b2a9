import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { writePartFile } from '../tree/part-file.ts';
import { openArrowWriter } from './arrow.ts';
import { PARQUET_COMPRESSORS } from './parquet/compressors.ts';
import { ParquetTableWriter } from './parquet/parquet-writer.ts';
import { readTable, type TableFile, TableFileError, type TableRow } from './read-table.ts';
import { COMPRESSIONS, FILE_FORMATS, type TableColumn } from './table.ts';

const COLUMNS: readonly TableColumn[] = [
  { name: 't', type: 'time', unit: 'ms UTC', nullWhen: null },
  { name: 'p', type: 'number', unit: null, nullWhen: null },
];

const root = mkdtempSync(join(tmpdir(), 'crosstape-read-table-'));
after(() => rmSync(root, { recursive: true, force: true }));

async function readAll(file: TableFile): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const some of readTable(file, COLUMNS)) rows.push(...some);
  return rows;
}

test('a compressed Arrow file is read without a write beside it, where a link could lead anywhere', async () => {
  const writer = await openArrowWriter(COLUMNS, 'file');
  const rows = { length: 2, columns: [Float64Array.of(1, 2), Float64Array.of(0.5, 0.25)] };
  const bytes = Buffer.concat([await writer.encodeRows(rows), await writer.end()]);
  const other = join(root, 'other.txt');
  writeFileSync(other, 'mine');
  for (const [compression, compressed] of [
    ['zstd', zstdCompressSync(bytes)],
    ['gzip', gzipSync(bytes)],
    ['none', bytes],
  ] as const) {
    const path = join(root, `t.arrow.${compression}`);
    writeFileSync(path, compressed);
    symlinkSync(other, `${path}.plain`);
    assert.deepEqual(await readAll({ path, format: 'arrow', compression }), [
      [1, 0.5],
      [2, 0.25],
    ]);
    assert.ok(existsSync(`${path}.plain`));
  }
  assert.equal(readFileSync(other, 'utf8'), 'mine');
});

test('a line or record that does not end is refused before it fills the memory', async () => {
  const long = 'x'.repeat(8 << 20);
  for (const [format, text] of [
    ['jsonl', `{"t":1,"p":1}\n{"t":"${long}`],
    ['csv', `t,p\r\n1,1\r\n"${long}`],
  ] as const) {
    const path = join(root, `long.${format}`);
    writeFileSync(path, gzipSync(text));
    await assert.rejects(readAll({ path, format, compression: 'gzip' }), (error: Error) => {
      assert.ok(error instanceof TableFileError);
      assert.match(error.message, /has a row of more than 1048576 characters/);
      return true;
    });
  }
});

test('a page of Parquet that is larger than its header says is refused', () => {
  const page = new Uint8Array(1 << 20);
  for (const [name, compressed] of [
    ['GZIP', gzipSync(page)],
    ['ZSTD', zstdCompressSync(page)],
  ] as const) {
    assert.deepEqual(new Uint8Array(PARQUET_COMPRESSORS[name](compressed, page.length)), page);
    assert.throws(() => PARQUET_COMPRESSORS[name](compressed, 10), { code: 'ERR_BUFFER_TOO_LARGE' });
  }
});

test('a small file that states very many rows in one group is refused before they are made', async () => {
  const length = (1 << 20) + 1;
  const rows = { length, columns: [new Float64Array(length), new Float64Array(length)] };
  const parquet = new ParquetTableWriter(COLUMNS, 'zstd');
  const arrow = await openArrowWriter(COLUMNS, 'file');
  for (const [format, writer] of [
    ['parquet', parquet],
    ['arrow', arrow],
  ] as const) {
    const path = join(root, `many.${format}`);
    writeFileSync(path, Buffer.concat([await writer.encodeRows(rows), await writer.end()]));
    await assert.rejects(readAll({ path, format, compression: 'none' }), (error: Error) => {
      assert.ok(error instanceof TableFileError);
      assert.match(
        error.message,
        /has 1048577 rows in one group: write it with at most 1048576 rows a group/,
      );
      return true;
    });
  }
});

test('texts come back as they were in every format, also one that begins with U+FEFF', async () => {
  const columns = [{ name: 'text', type: 'text', unit: null, nullWhen: null }] as const;
  const texts = [
    '\uFEFFabc',
    '\uFEFF\uFEFFx',
    'a\uFEFFb',
    '\uFEFF',
    '',
    'NA',
    'null',
    'a\r\nb',
    '"',
    ',',
    ' ',
  ];
  for (const format of FILE_FORMATS) {
    for (const compression of COMPRESSIONS) {
      const file = join(root, `texts.${format}.${compression}`);
      await writePartFile(file, columns, { format, compression }, [
        { length: texts.length, columns: [texts] },
      ]);
      const read: unknown[] = [];
      for await (const rows of readTable({ path: file, format, compression }, columns)) read.push(...rows);
      assert.deepEqual(read.flat(), texts, `${format} ${compression}`);
    }
  }
});
