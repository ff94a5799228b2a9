import { Type } from 'typebox';
import { COMPRESSIONS, FILE_FORMATS } from '../../../../history/formats/table.ts';
import { ALL_TABLES } from '../../../../history/tree/tables.ts';
import * as s from '../../../schemas/schema.ts';
import { damageSchema } from '../../../shapes/damage.ts';

const unlessMade = 'the file has not been made yet';

const part = () =>
  s.named(
    'ExportPart',
    s.object('One file of the tree.', {
      path: s.text(
        'Path of the file below `/api/export/`.',
        'observations/venue=hyperliquid/date=2026-11-22/part-0.parquet',
      ),
      table: s.choice('Table that the file belongs to.', ALL_TABLES),
      rows: s.nullable(s.int('Number of rows.', 17_280), unlessMade),
      series: s.nullable(s.int('Assets with observations in the file.', 4), unlessMade),
      firstMs: s.nullable(
        s.epochMsField('Time of the earliest row.'),
        `the file has no row with a time, or ${unlessMade}`,
      ),
      lastMs: s.nullable(
        s.epochMsField('Time of the latest row.'),
        `the file has no row with a time, or ${unlessMade}`,
      ),
      bytes: s.nullable(s.int('Size of the file in bytes.', 41_203), unlessMade),
      sha256: s.nullable(
        s.text('SHA-256 of the file in hex; also its ETag.', 'e3b0c44298fc1c149afbf4c8996fb924'),
        unlessMade,
      ),
      seq: s.nullable(
        s.int('Number of the last insertion (import, back-fill or undo) into the day of the file.', 0),
        'the file belongs to another table than observations',
      ),
      closed: s.bool(
        'Whether the day of the file ended at least ten minutes ago. A closed day changes only through imports.',
        true,
      ),
      asOfMs: s.nullable(s.epochMsField('Time as of which the rows of the file are complete.'), unlessMade),
    }),
  );

const column = () =>
  s.object('One column.', {
    name: s.text('Name of the column.', 'p'),
    type: s.choice('Type of the values.', ['text', 'time', 'number']),
    unit: s.nullable(s.text('Unit of the values.', 'USD'), 'the values have no unit'),
    nullWhen: s.nullable(
      s.text('Meaning of a null in this column.', 'the venue states no volume'),
      'the column has no nulls',
    ),
  });

const columns = () => s.named('ExportColumns', s.array('Columns in their order in the file.', column()));

/** Schema of the manifest (docs/formats/tree.md) of a tree whose files are made on request. */
export const manifestSchema = s.object('Manifest of the tree: its files, their schema and what they cover.', {
  ok: s.okTrue(),
  version: s.int("Version of the tree's layout.", 1),
  store: s.text('Random id of the history from which the tree is made.', '0123456789abcdef0123456789abcdef'),
  licence: s.text('Licence of the data, as an SPDX identifier.', 'CC0-1.0'),
  simulated: s.bool('Whether the data comes from the built-in simulator.', false),
  asOfMs: s.epochMsField('Time as of which the listed days are complete.'),
  position: s.int("Number of the history's last commit at asOfMs.", 81_204),
  window: s.object('Time range of the observations.', {
    fromMs: s.nullable(s.epochMsField('Start of the range.'), 'the tree begins with the first record'),
    toMs: s.nullable(
      s.epochMsField('End of the range: the end of the last closed day.'),
      'open days are also listed',
    ),
  }),
  selection: s.object('Selected venues, assets and tables, and the file format.', {
    venues: s.nullable(
      s.array('Selected venues.', s.recorderField('Venue, or ref.')),
      'everything is selected',
    ),
    assets: s.nullable(s.array('Selected assets.', s.text('Asset id.', 'hl-BTC')), 'everything is selected'),
    tables: s.array('Tables of the tree.', s.choice('Name of the table.', ALL_TABLES)),
    format: s.choice('Format of the files.', FILE_FORMATS),
    compression: s.choice('Compression of the files.', COMPRESSIONS),
  }),
  schema: s.object(
    'Columns of each table.',
    Object.fromEntries(ALL_TABLES.map((table) => [table, Type.Optional(columns())])),
  ),
  parts: s.array('Files of the tree, sorted by path.', part()),
  gaps: s.nullable(s.int('Rows in the table of gaps.', 12), unlessMade),
  damaged: s.array(
    'Spans whose observations could not be read and are missing from the files.',
    damageSchema(),
  ),
  withdrawn: s.array(
    'Ids of imports that were withdrawn.',
    s.text('Id of a withdrawn import.', '20261122-0455-7f3a'),
  ),
  imported: s.array(
    'SHA-256 of the manifest of each imported tree that is in force: its rows are in this history.',
    s.text('SHA-256 in hex.', 'e3b0c44298fc1c149afbf4c8996fb924'),
  ),
  restored: s.array(
    'Spans whose records the history lacks because a backup was put in its place, oldest first.',
    s.object('One restore.', {
      fromMs: s.epochMsField('Time of the backup.'),
      toMs: s.epochMsField('Time of the restore.'),
    }),
  ),
  totals: s.object('Totals of the tree.', {
    rows: s.nullable(
      s.int('Number of observations.', 1_204_112),
      'a file of observations has not been made yet',
    ),
    bytes: s.nullable(s.int('Size of all files in bytes.', 3_120_441), 'a file has not been made yet'),
    series: s.int('Selected series that have records.', 4_812),
  }),
});
