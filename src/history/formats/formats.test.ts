import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { ColumnBuilder, readObservation, toColumns } from '../columns/columns.ts';
import type { Columns } from '../contract/history-store.ts';
import { openSqliteHistory } from '../sqlite/index.ts';
import { toCsvRows } from './csv.ts';
import { exportSeries } from './export.ts';
import { formatJsonLines } from './json.ts';

const SERIES = { venue: 'kalshi', storeKey: 'kx', asset: 'kalshi-kx' } as const;

const price = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => n / 1_000),
  fc.integer({ min: 0, max: 10 ** 9 }).map((n) => n / 10 ** 9),
  fc
    .tuple(fc.maxSafeNat(), fc.integer({ min: 0, max: 16 }))
    .map(([whole, decimals]) => Number(`${whole}e-${decimals}`)),
);
const time = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: 0, max: 10 ** 9 }).map((n) => 1_700_000_000_000 + n),
);
const columns = fc
  .array(fc.tuple(time, price, fc.option(price), fc.integer({ min: 0, max: 4 })), {
    maxLength: 60,
  })
  .map((rows) => {
    const builder = new ColumnBuilder();
    for (const [t, p, v, s] of rows) builder.push(t, p, v ?? Number.NaN, s);
    return builder;
  });

/** Builds the row objects whose `JSON.stringify` the writers must equal. */
function rowObjects(source: Columns) {
  return Array.from({ length: source.length }, (_, i) => {
    const { p, v, s } = readObservation({ ...source, t: source.t.map(() => 0) }, i);
    return { t: source.t[i]!, p, ...(v === null ? {} : { v }), ...(s === null ? {} : { s }) };
  });
}

test('writes the same lines as JSON.stringify of row objects, digit for digit', () => {
  fc.assert(
    fc.property(columns, (source) => {
      const lines = rowObjects(source).map((row) => `${JSON.stringify(row)}\n`);
      assert.equal(formatJsonLines(source).toString(), lines.join(''));
    }),
    { endOnFailure: true },
  );
});

test('writes CSV rows with CRLF and leaves unknown fields empty', () => {
  const source = new ColumnBuilder();
  source.push(1_700_000_000_000, 0.505, Number.NaN, 0);
  source.push(1_700_000_000_001, 1e-7, 3, 1);
  assert.equal(toCsvRows(source).toString(), '1700000000000,0.505,,\r\n1700000000001,1e-7,3,poll\r\n');
});

test('writes a Parquet file with its mark at both ends', async () => {
  await withStore(async (history) => {
    await history.insert(SERIES, toColumns([{ t: 1 as never, p: 0.5, v: null, s: 'poll' }]));
    const output = new Collected();
    assert.equal(await exportSeries(history, SERIES, { window: {}, format: 'parquet', output }), 1);
    const bytes = Buffer.concat(output.parts);
    assert.deepEqual(
      [bytes.toString('latin1', 0, 4), bytes.toString('latin1', bytes.length - 4)],
      ['PAR1', 'PAR1'],
    );
  });
});

class Collected extends Writable {
  readonly parts: Buffer[] = [];
  get text(): string {
    return Buffer.concat(this.parts).toString();
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.parts.push(chunk);
    done();
  }
}

async function withStore(use: (history: Awaited<ReturnType<typeof openSqliteHistory>>) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'history-'));
  const history = await openSqliteHistory({ dataDir });
  try {
    await use(history);
  } finally {
    await history.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
