import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { TableColumn, TableRows, TableWriter } from './table.ts';
import { openCsvWriter, openJsonLinesWriter } from './text-table.ts';

const COLUMNS: readonly TableColumn[] = (
  [
    ['asset', 'text'],
    ['t', 'time'],
    ['v', 'number'],
    ['s', 'text'],
    ['title', 'text'],
  ] as const
).map(([name, type]) => ({ name, type, unit: null, nullWhen: 'not known' }));

interface Row {
  readonly asset: string;
  readonly t: number | null;
  readonly v: number | null;
  readonly s: string | null;
  readonly title: string | null;
}

const SOURCES = [null, 'poll', 'trade'] as const;

function toTableRows(rows: readonly Row[]): TableRows {
  return {
    length: rows.length,
    columns: [
      { texts: rows.map(({ asset }) => asset), ends: rows.map((_, i) => i + 1) },
      Float64Array.from(rows, ({ t }) => t ?? Number.NaN),
      Float64Array.from(rows, ({ v }) => v ?? Number.NaN),
      { codes: Uint8Array.from(rows, ({ s }) => SOURCES.indexOf(s as 'poll')), texts: SOURCES },
      rows.map(({ title }) => title),
    ],
  };
}

async function written(writer: TableWriter, groups: readonly (readonly Row[])[]): Promise<string> {
  const parts: Uint8Array[] = [];
  for (const rows of groups) parts.push(await writer.encodeRows(toTableRows(rows)));
  parts.push(await writer.end());
  return Buffer.concat(parts).toString();
}

test('JSON lines give back every value but the sign of zero', async () => {
  const row = fc.record<Row>({
    asset: fc.constantFrom('hl-BTC', 'kalshi-😀'),
    t: fc.option(fc.integer({ min: -8e15, max: 8e15 })),
    v: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    s: fc.constantFrom(...SOURCES),
    title: fc.option(fc.string({ unit: 'grapheme' })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(row, { maxLength: 20 }), { maxLength: 3 }), async (groups) => {
      const lines = (await written(openJsonLinesWriter(COLUMNS), groups)).split('\n').slice(0, -1);
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        groups.flat().map((one) => JSON.parse(JSON.stringify(one))),
      );
    }),
  );
});

test('CSV quotes what needs it, distinguishes empty from unknown, and leaves formulas as they are', async () => {
  const titles = ['a,b', 'say "no"', 'two\r\nlines', '=SUM(A1)', '', null, ' x', 'ä😀'];
  const rows = titles.map((title) => ({ asset: 'pm-a', t: 1, v: null, s: null, title }));
  const cells = ['"a,b"', '"say ""no"""', '"two\r\nlines"', '=SUM(A1)', '""', '', '" x"', 'ä😀'];
  assert.equal(
    await written(openCsvWriter(COLUMNS), [rows]),
    `asset,t,v,s,title\r\n${cells.map((cell) => `pm-a,1,,,${cell}\r\n`).join('')}`,
  );
});

test('a text table without rows has its head alone', async () => {
  assert.equal(await written(openCsvWriter(COLUMNS), []), 'asset,t,v,s,title\r\n');
  assert.equal(await written(openJsonLinesWriter(COLUMNS), []), '');
});
