import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeDuckdbViews, writeReadme } from './guide.ts';
import { completeTables, TREE_TABLES } from './tables.ts';

const selection = { venues: null, assets: null, tables: [...TREE_TABLES] };

test('a tree without a day has a typed view of no rows, since a pattern without files fails', () => {
  const whole = { ...selection, format: 'parquet', compression: 'zstd' } as const;
  const empty = writeDuckdbViews({ selection: whole, hasNoDays: true });
  assert.match(empty, /VIEW observations AS SELECT .*NULL::TIMESTAMPTZ AS "t".*WHERE false;/);
  assert.match(
    writeDuckdbViews({ selection: whole, hasNoDays: false }),
    /read_parquet\('observations\/\*\/\*\/\*\.parquet'/,
  );
});

test('books and trades are views where they have a file, and typed ones of no rows where not', () => {
  const subject = {
    selection: {
      ...selection,
      tables: completeTables(['books', 'trades']),
      format: 'parquet',
      compression: 'zstd',
    },
    hasNoDays: true,
    ofTape: ['trades'],
  } as const;
  const views = writeDuckdbViews(subject);
  assert.match(views, /VIEW books AS SELECT .*NULL::DOUBLE AS "isSnapshot".*WHERE false;/);
  assert.match(views, /VIEW trades AS SELECT \* FROM read_parquet\('trades\/\*\/\*\/\*\.parquet'/);
  const readme = writeReadme({ licence: 'X', simulated: false, ...subject });
  assert.match(readme, /`bookSpans\/venue=\*\/date=\*\/part-\*\.parquet`: times within which/);
  assert.match(readme, /SELECT \* FROM books LIMIT 10/);
});

test('files of text are read with the types of the manifest, and an empty text is no null', () => {
  const csv = writeDuckdbViews({
    selection: { ...selection, format: 'csv', compression: 'gzip' },
    hasNoDays: false,
  });
  assert.match(
    csv,
    /auto_detect = false.*allow_quoted_nulls = false.*columns = \{'asset': 'VARCHAR', 't': 'BIGINT'/,
  );
  assert.match(csv, /make_timestamptz\("t" \* 1000\) AS "t"/);
  const lines = writeDuckdbViews({
    selection: { ...selection, format: 'jsonl', compression: 'none' },
    hasNoDays: false,
  });
  assert.match(lines, /read_json\('links\.jsonl'.*'disputed': 'DOUBLE'/);
});

test('the README of each format shows its own readers, which keep ids such as NA', () => {
  for (const [format, reader] of [
    ['parquet', 'read_parquet'],
    ['csv', 'keep_default_na=False'],
    ['jsonl', 'read_json'],
    ['arrow', 'read_ipc'],
  ] as const) {
    const text = writeReadme({
      licence: 'X',
      simulated: false,
      selection: { ...selection, format, compression: 'none' },
      hasNoDays: false,
    });
    assert.ok(text.includes(reader), text);
    if (format !== 'parquet') assert.ok(!text.includes('parquet'), text);
  }
});

test('readers of text keep every bit of a price, also of a column that begins with whole numbers', () => {
  const write = (format: 'csv' | 'jsonl') =>
    writeReadme({
      licence: 'X',
      simulated: false,
      hasNoDays: false,
      selection: { ...selection, format, compression: 'gzip' },
    });
  assert.match(write('csv'), /"float_precision": "round_trip"/);
  assert.match(write('csv'), /types = \{"p": polars\.Float64, "v": polars\.Float64\}/);
  assert.match(write('jsonl'), /precise_float=True/);
});

test('a README reads the tables of its tree alone: a pattern without files fails in most readers', () => {
  for (const format of ['parquet', 'csv', 'jsonl', 'arrow'] as const) {
    for (const [tables, hasNoDays] of [
      [[...TREE_TABLES], true],
      [['markets', 'rules'], true],
      [['observations'], false],
      [['observations'], true],
      [['links', 'gaps'], true],
    ] as const) {
      const text = writeReadme({
        licence: 'X',
        simulated: false,
        hasNoDays,
        selection: { ...selection, tables: [...tables], format, compression: 'none' },
      });
      const code = text.split('\n').filter((line) => line.startsWith('    '));
      const named = code.flatMap((line) =>
        [...line.matchAll(/"(observations|[a-z]+)(?=[/."])/g)].map(([, name]) => name),
      );
      const known = hasNoDays ? tables.filter((table) => table !== 'observations') : tables;
      const places = named.filter((name) => (TREE_TABLES as readonly unknown[]).includes(name));
      assert.deepEqual(
        places.filter((name) => !(known as readonly unknown[]).includes(name)),
        [],
        text,
      );
      if (known.length > 0) assert.ok(places.length > 0, text);
    }
  }
});
