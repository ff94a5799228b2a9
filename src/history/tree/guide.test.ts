import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeDuckdbViews, writeReadme } from './guide.ts';
import { TREE_TABLES } from './tables.ts';

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
    });
    assert.ok(text.includes(reader), text);
    if (format !== 'parquet') assert.ok(!text.includes('parquet'), text);
  }
});
