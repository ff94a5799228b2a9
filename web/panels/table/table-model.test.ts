import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Column, gridTemplate, leastWidth, shownColumns, sorted } from './table-model.ts';

interface Row {
  readonly name: string;
  readonly price: number | null;
}
const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Market',
    isName: true,
    width: 200,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  { id: 'price', title: 'Last', width: 90, phoneWidth: 70, cell: () => '', sortBy: ({ price }) => price },
  { id: 'fair', title: 'Fair', width: 80, isOptional: true, cell: () => '' },
];
const ids = (columns: readonly Column<Row>[]) => columns.map(({ id }) => id);

test('columns are as the viewer chose them, and the name always stays', () => {
  assert.deepEqual(ids(shownColumns(COLUMNS, {}, false)), ['name', 'price']);
  assert.deepEqual(ids(shownColumns(COLUMNS, { fair: true, price: false, name: false }, false)), [
    'name',
    'fair',
  ]);
});

test('on a phone the narrow columns are shown until others are chosen, which then have room', () => {
  assert.deepEqual(ids(shownColumns(COLUMNS, {}, true)), ['name', 'price']);
  assert.deepEqual(ids(shownColumns(COLUMNS, { price: false }, true)), ['name']);
  const chosen = shownColumns(COLUMNS, { fair: true }, true);
  assert.deepEqual(ids(chosen), ['name', 'price', 'fair']);
  assert.equal(gridTemplate(chosen, true), 'minmax(100px, 1fr) 70px 80px');
  assert.equal(leastWidth(chosen, true), 250);
});

test('every column but the name has a fixed width, so that all rows have the same edges', () => {
  assert.equal(gridTemplate(COLUMNS, false), 'minmax(200px, 1fr) 90px 80px');
  assert.equal(gridTemplate(shownColumns(COLUMNS, {}, true), true), 'minmax(100px, 1fr) 70px');
  assert.equal(leastWidth(COLUMNS, false), 370);
});

test('rows without a value come last in both directions', () => {
  const rows = [2, null, 1].map((price) => ({ name: String(price), price }));
  const by = { sortBy: ({ price }: Row) => price };
  assert.deepEqual(
    sorted(rows, by, true).map(({ price }) => price),
    [1, 2, null],
  );
  assert.deepEqual(
    sorted(rows, by, false).map(({ price }) => price),
    [2, 1, null],
  );
});
