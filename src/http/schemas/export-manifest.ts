import { COMPRESSIONS, FILE_FORMATS } from '../../history/formats/table.ts';
import { TREE_TABLES } from '../../history/tree/tables.ts';
import * as s from './schema.ts';

const unlessMade = 'the file is not made yet';

const part = () =>
  s.named(
    'ExportPart',
    s.object('One file of the tree.', {
      path: s.text('Below /api/export/.', 'observations/venue=hyperliquid/date=2026-11-22/part-0.parquet'),
      table: s.choice('Its table.', TREE_TABLES),
      rows: s.nullable(s.int('Its rows.', 17_280), unlessMade),
      series: s.nullable(s.int('Assets that it has observations of.', 4), unlessMade),
      firstMs: s.nullable(s.epochMsField('Its earliest row.'), `it has none, or ${unlessMade}`),
      lastMs: s.nullable(s.epochMsField('Its latest row.'), `it has none, or ${unlessMade}`),
      bytes: s.nullable(s.int('Its length.', 41_203), unlessMade),
      sha256: s.nullable(
        s.text('Of its bytes, in hex; its ETag too.', 'e3b0c44298fc1c149afbf4c8996fb924'),
        unlessMade,
      ),
      seq: s.nullable(
        s.int('Number of the last insertion into its day.', 0),
        'it is no part of observations',
      ),
      closed: s.bool('Its day has ended ten minutes ago: it changes by imports alone.', true),
    }),
  );

const column = () =>
  s.object('One column.', {
    name: s.text('Its name.', 'p'),
    type: s.choice('Kind of its values.', ['text', 'time', 'number']),
    unit: s.nullable(s.text('Unit of its numbers.', 'USD'), 'its values have no unit'),
    nullWhen: s.nullable(
      s.text('When its value is null.', 'the venue states no volume'),
      'its value is never null',
    ),
  });

const damage = () =>
  s.object('One damaged span.', {
    venue: s.venueField('Venue.'),
    asset: s.nullable(
      s.text('Asset id.', 'hl-BTC'),
      'the span is of several assets, or the asset is not known',
    ),
    fromMs: s.epochMsField('First time of the span.'),
    toMs: s.epochMsField('Last time of the span.'),
    reason: s.text('Kind of damage.', 'checksum differs'),
  });

/** The manifest of docs/formats/tree.md, of a tree whose parts need not be made. */
export const manifestSchema = s.object('The manifest of the tree.', {
  ok: s.okTrue(),
  version: s.int('Version of the layout.', 1),
  store: s.text('Id of the history.', '0123456789abcdef0123456789abcdef'),
  licence: s.text('Licence of the data.', 'CC0-1.0'),
  simulated: s.bool('It comes from the built-in simulator.', false),
  asOfMs: s.epochMsField('Everything acknowledged then, of the days that are listed, is in the parts.'),
  position: s.int('Number of the last commit of records then.', 81_204),
  window: s.object('Times of the observations.', {
    fromMs: s.nullable(s.epochMsField('First time.'), 'the tree begins with the first record'),
    toMs: s.nullable(
      s.epochMsField('Last time: the end of the last closed day.'),
      'open days are listed too',
    ),
  }),
  selection: s.object('Venues, assets and tables of the tree, and the form of its files.', {
    venues: s.nullable(s.array('Venues.', s.venueField('Venue.')), 'all are included'),
    assets: s.nullable(s.array('Assets.', s.text('Asset id.', 'hl-BTC')), 'all are included'),
    tables: s.array('Tables.', s.choice('Table.', TREE_TABLES)),
    format: s.choice('Form of the files.', FILE_FORMATS),
    compression: s.choice('Compression of the files.', COMPRESSIONS),
  }),
  schema: s.object(
    'Columns by table.',
    Object.fromEntries(TREE_TABLES.map((table) => [table, s.array('Columns, in order.', column())])),
  ),
  parts: s.array('Files, by path.', part()),
  gaps: s.nullable(s.int('Rows of the table of gaps.', 12), unlessMade),
  damaged: s.array('Observations that could not be read and are not in the parts that are made.', damage()),
  withdrawn: s.array('Imports that are withdrawn.', s.text('Id of the import.', '20261122-0455-7f3a')),
  totals: s.object('Sums over the parts.', {
    rows: s.nullable(s.int('Observations.', 1_204_112), 'a part is not made yet'),
    bytes: s.nullable(s.int('Bytes.', 3_120_441), 'a file is not made yet'),
    series: s.int('Series with records.', 4_812),
  }),
});
