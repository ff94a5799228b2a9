import { formatFileSuffix } from './days.ts';
import type { TreeManifest, TreeSelection } from './manifest.ts';
import {
  type DayTable,
  isDayTable,
  isSmallTable,
  isTapeTable,
  TABLE_COLUMNS,
  type TreeTable,
} from './tables.ts';

/** Facts of a tree that its guide describes. */
interface GuideSubject {
  readonly selection: TreeSelection;
  /** Whether the tree has no file of observations, since its window has no records. */
  readonly hasNoDays: boolean;
  /** Tables of books and trades that have files. Default: those of the selection. */
  readonly ofTape?: readonly TreeTable[];
}

/** Returns the facts for the guide from a manifest. */
export function toGuided({ selection, parts }: Pick<TreeManifest, 'selection' | 'parts'>): GuideSubject {
  const tables = new Set(parts.map(({ table }) => table));
  return { selection, hasNoDays: !tables.has('observations'), ofTape: [...tables].filter(isTapeTable) };
}

/** Writes SQL with one view for each table, for DuckDB started in the directory of the tree. */
export function writeDuckdbViews(subject: GuideSubject): string {
  const { selection } = subject;
  const { tables, format } = selection;
  if (format === 'arrow') return '-- DuckDB reads no Arrow files by itself: see README.md.\n';
  const views = tables.map((table) => {
    const rows =
      isDayTable(table) && !hasFiles(table, subject)
        ? `${emptyColumns(table)}, NULL::DATE AS date, NULL::VARCHAR AS venue WHERE false`
        : `${selectColumns(table, format)} FROM ${reader(table, selection)}`;
    return `CREATE OR REPLACE VIEW ${table} AS SELECT ${rows};\n`;
  });
  const head = '-- duckdb -init duckdb.sql, or .read duckdb.sql: one view for each table of this tree.\n';
  return head + views.join('');
}

/** Whether the tree has a file of a table. */
function hasFiles(table: DayTable, { hasNoDays, ofTape, selection }: GuideSubject): boolean {
  return table === 'observations' ? !hasNoDays : (ofTape ?? selection.tables).includes(table);
}

const DUCKDB_TYPES = { text: 'VARCHAR', time: 'TIMESTAMPTZ', number: 'DOUBLE' } as const;
/** DuckDB types of the columns in CSV and JSON files, where times are epoch ms. */
const STORED_TYPES = { ...DUCKDB_TYPES, time: 'BIGINT' } as const;

function emptyColumns(table: TreeTable): string {
  return TABLE_COLUMNS[table].map(({ name, type }) => `NULL::${DUCKDB_TYPES[type]} AS "${name}"`).join(', ');
}

/** Selects the columns of a table; the times of text files are converted from numbers. */
function selectColumns(table: TreeTable, format: TreeSelection['format']): string {
  const times = TABLE_COLUMNS[table].filter(({ type }) => type === 'time');
  if (format === 'parquet' || times.length === 0) return '*';
  return `* REPLACE (${times.map(({ name }) => `make_timestamptz("${name}" * 1000) AS "${name}"`).join(', ')})`;
}

function reader(table: TreeTable, { format, compression }: TreeSelection): string {
  const suffix = formatFileSuffix(format, compression);
  const files = isDayTable(table) ? `${table}/*/*/*${suffix}` : `${table}${suffix}`;
  const hive = isDayTable(table) ? ', hive_partitioning = true' : '';
  if (format === 'parquet') return `read_parquet('${files}'${hive})`;
  const columns = TABLE_COLUMNS[table].map(({ name, type }) => `'${name}': '${STORED_TYPES[type]}'`);
  const types = `columns = {${columns.join(', ')}}`;
  return format === 'csv'
    ? `read_csv('${files}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = 4194304, ${types}${hive})`
    : `read_json('${files}', format = 'newline_delimited', maximum_object_size = 16777216, ${types}${hive})`;
}

/**
 * Describes how other tools must read the files: texts unchanged, since an asset may be called NA or null, and prices
 * without rounding.
 */
function writeReaders({ selection, hasNoDays }: GuideSubject): string {
  const { format, compression, tables } = selection;
  const suffix = formatFileSuffix(format, compression);
  const hasRows = tables.includes('observations') && !hasNoDays;
  const small = tables.includes('markets') ? 'markets' : (tables.find(isSmallTable) ?? null);
  const guide: GuidedFiles = {
    format,
    compression,
    files: hasRows ? `observations/**/*${suffix}` : null,
    table: small === null ? null : `${small}${suffix}`,
  };
  const rows = "asset, t, p FROM observations WHERE venue = 'kalshi' AND date = '2026-11-22'";
  const query = hasRows ? rows : `* FROM ${small ?? tables[0] ?? 'observations'}`;
  const duckdb = format === 'arrow' ? [] : [`duckdb -init duckdb.sql\nSELECT ${query} LIMIT 10;`];
  const blocks = [...duckdb, ...READERS[format](guide)];
  return blocks.map((block) => `${block.replaceAll(/^(?=.)/gm, '    ')}\n`).join('\n');
}

interface GuidedFiles {
  readonly format: TreeSelection['format'];
  readonly compression: TreeSelection['compression'];
  /** Glob pattern of the files of observations; null when there are none. */
  readonly files: string | null;
  /** Path of the file of a small table; null when the tree has none. */
  readonly table: string | null;
}

const READERS: Readonly<Record<TreeSelection['format'], (guide: GuidedFiles) => string[]>> = {
  parquet: ({ files, table }) => {
    if (files === null) return table === null ? [] : [`import pandas\npandas.read_parquet("${table}")`];
    return [
      `import polars\npolars.scan_parquet("${files}", hive_partitioning=True)`,
      'import pandas\npandas.read_parquet("observations")',
    ];
  },
  arrow: ({ files, table, compression }) => {
    const packed = compression !== 'none';
    const open = (file: string) =>
      packed ? `pyarrow.input_stream(${file}, compression="${compression}").read()` : file;
    const rows = `import glob, polars${packed ? ', pyarrow' : ''}
polars.concat([polars.read_ipc(${open('file')}) for file in sorted(glob.glob("${files}", recursive=True))])`;
    const one = `import pandas, pyarrow\npyarrow.ipc.open_file(${open(`"${table}"`)}).read_all().to_pandas()`;
    return [...(files === null ? [] : [rows]), ...(table === null ? [] : [one])];
  },
  csv: ({ files, table }) => {
    const read = `files = sorted(glob.glob("${files}", recursive=True))`;
    const one = table === null ? '' : `\npandas.read_csv("${table}", keep_default_na=False)`;
    if (files === null) return table === null ? [] : [`import pandas${one}`];
    return [
      `import glob, pandas
${read}
how = {"keep_default_na": False, "na_values": {"v": [""]}, "float_precision": "round_trip"}
rows = pandas.concat(pandas.read_csv(file, **how) for file in files)
rows["t"] = pandas.to_datetime(rows["t"], unit="ms", utc=True)${one}`,
      `import glob, polars
${read}
types = {"p": polars.Float64, "v": polars.Float64}
polars.concat([polars.read_csv(file, schema_overrides=types) for file in files])`,
    ];
  },
  jsonl: ({ files, table }) => {
    const how = 'lines=True, dtype=False, precise_float=True';
    if (files === null) return table === null ? [] : [`import pandas\npandas.read_json("${table}", ${how})`];
    return [
      `import glob, pandas
files = sorted(glob.glob("${files}", recursive=True))
rows = pandas.concat(pandas.read_json(file, ${how}) for file in files)
rows["t"] = pandas.to_datetime(rows["t"], unit="ms", utc=True)`,
    ];
  },
};

/** Describes what readers of text files must know. */
function describeText({ format, compression }: TreeSelection): string {
  if (format !== 'csv' && format !== 'jsonl') return '';
  const empty = format === 'csv' ? ', and an empty field has no value' : '';
  const zstandard = compression === 'zstd' ? ' pandas needs the package zstandard.' : '';
  return `Times are epoch milliseconds${empty}.${zstandard}\n\n`;
}

const DAY_TABLE_NOTES: Readonly<Record<DayTable, string>> = {
  observations: '`asset, t, p, v, s`, by asset and time',
  books:
    'whole books and changes, by asset, time and arrival. A change has the new total of a level; 0 removes it',
  bookSpans:
    'times within which `books` is whole. Each begins with a whole book; between two of them the book is not known',
  trades: 'trades with the side of their taker, by asset, time and arrival',
};

/** Writes the README of a tree for its recipients. Runs with the same options write the same text. */
export function writeReadme({
  licence,
  simulated,
  ...guided
}: Pick<TreeManifest, 'licence' | 'simulated'> & GuideSubject): string {
  const { selection } = guided;
  const suffix = formatFileSuffix(selection.format, selection.compression);
  const tables = selection.tables.map((table) =>
    isDayTable(table)
      ? `- \`${table}/venue=*/date=*/part-*${suffix}\`: ${DAY_TABLE_NOTES[table]}`
      : `- \`${table}${suffix}\``,
  );
  return `# Recorded markets

${simulated ? '**Simulated data: none of these prices was ever traded.**\n\n' : ''}${tables.join('\n')}

\`manifest.json\` states the columns of each table with their units, every file with its rows, times and sha256, what is
damaged and therefore not in the files, and as of when all this is. Days are days of UTC. A file is complete once the
manifest names it with its size.

${describeText(selection)}${writeReaders(guided)}
Licence of the data: ${licence}. The venues' own terms may bind those who fetch from them.
`;
}
