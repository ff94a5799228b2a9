import { formatFileSuffix } from './days.ts';
import type { TreeManifest, TreeSelection } from './manifest.ts';
import { TABLE_COLUMNS, type TreeTable } from './tables.ts';

/** The tree that a guide is of. */
interface Guided {
  readonly selection: TreeSelection;
  /** Whether it has no file of observations, as of a window without records. */
  readonly hasNoDays: boolean;
}

/** What a guide says of the tree of a manifest. */
export function toGuided({ selection, parts }: Pick<TreeManifest, 'selection' | 'parts'>): Guided {
  return { selection, hasNoDays: !parts.some(({ table }) => table === 'observations') };
}

/** One view for each table, for DuckDB started in the tree's directory. */
export function writeDuckdbViews({ selection, hasNoDays }: Guided): string {
  const { tables, format } = selection;
  if (format === 'arrow') return '-- DuckDB reads no Arrow files by itself: see README.md.\n';
  const views = tables.map((table) => {
    const rows =
      table === 'observations' && hasNoDays
        ? `${emptyColumns(table)}, NULL::DATE AS date, NULL::VARCHAR AS venue WHERE false`
        : `${selectColumns(table, format)} FROM ${reader(table, selection)}`;
    return `CREATE OR REPLACE VIEW ${table} AS SELECT ${rows};\n`;
  });
  const head = '-- duckdb -init duckdb.sql, or .read duckdb.sql: one view for each table of this tree.\n';
  return head + views.join('');
}

const DUCKDB_TYPES = { text: 'VARCHAR', time: 'TIMESTAMPTZ', number: 'DOUBLE' } as const;
/** The types of the files of text, where times are epoch ms. */
const STORED_TYPES = { ...DUCKDB_TYPES, time: 'BIGINT' } as const;

function emptyColumns(table: TreeTable): string {
  return TABLE_COLUMNS[table].map(({ name, type }) => `NULL::${DUCKDB_TYPES[type]} AS "${name}"`).join(', ');
}

/** Times of text files are numbers. */
function selectColumns(table: TreeTable, format: TreeSelection['format']): string {
  const times = TABLE_COLUMNS[table].filter(({ type }) => type === 'time');
  if (format === 'parquet' || times.length === 0) return '*';
  return `* REPLACE (${times.map(({ name }) => `make_timestamptz("${name}" * 1000) AS "${name}"`).join(', ')})`;
}

function reader(table: TreeTable, { format, compression }: TreeSelection): string {
  const suffix = formatFileSuffix(format, compression);
  const files = table === 'observations' ? `observations/*/*/*${suffix}` : `${table}${suffix}`;
  const hive = table === 'observations' ? ', hive_partitioning = true' : '';
  if (format === 'parquet') return `read_parquet('${files}'${hive})`;
  const columns = TABLE_COLUMNS[table].map(({ name, type }) => `'${name}': '${STORED_TYPES[type]}'`);
  const types = `columns = {${columns.join(', ')}}`;
  return format === 'csv'
    ? `read_csv('${files}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, max_line_size = 4194304, ${types}${hive})`
    : `read_json('${files}', format = 'newline_delimited', maximum_object_size = 16777216, ${types}${hive})`;
}

/** How other tools read the files, with texts as they are: an asset may be called NA or null. */
function writeReaders({ format, compression }: TreeSelection): string {
  const suffix = formatFileSuffix(format, compression);
  const [files, markets] = [`observations/**/*${suffix}`, `markets${suffix}`];
  const zstandard = compression === 'zstd' ? ' pandas needs the package zstandard.' : '';
  const duckdb = `    duckdb -init duckdb.sql
    SELECT asset, t, p FROM observations WHERE venue = 'kalshi' AND date = '2026-11-22' LIMIT 10;

`;
  if (format === 'parquet') {
    return `${duckdb}    import polars
    polars.scan_parquet("${files}", hive_partitioning=True)

    import pandas
    pandas.read_parquet("observations")
`;
  }
  if (format === 'arrow') {
    const packed = compression !== 'none';
    const opened = packed ? `pyarrow.input_stream(file, compression="${compression}").read()` : 'file';
    return `    import glob, polars${packed ? ', pyarrow' : ''}
    polars.concat([polars.read_ipc(${opened}) for file in sorted(glob.glob("${files}", recursive=True))])

    import pandas, pyarrow
    ${packed ? `bytes = pyarrow.input_stream("${markets}", compression="${compression}").read()\n    ` : ''}pyarrow.ipc.open_file(${packed ? 'bytes' : `"${markets}"`}).read_all().to_pandas()
`;
  }
  if (format === 'csv') {
    return `${duckdb}Times are epoch milliseconds, and an empty field has no value.${zstandard}

    import glob, pandas
    files = sorted(glob.glob("${files}", recursive=True))
    rows = pandas.concat(pandas.read_csv(file, keep_default_na=False, na_values={"v": [""]}) for file in files)
    rows["t"] = pandas.to_datetime(rows["t"], unit="ms", utc=True)
    pandas.read_csv("${markets}", keep_default_na=False)

    import glob, polars
    files = sorted(glob.glob("${files}", recursive=True))
    polars.concat([polars.read_csv(file, schema_overrides={"v": polars.Float64}) for file in files])
`;
  }
  return `${duckdb}Times are epoch milliseconds.${zstandard}

    import glob, pandas
    files = sorted(glob.glob("${files}", recursive=True))
    rows = pandas.concat(pandas.read_json(file, lines=True, convert_dates=False, dtype={"asset": str}) for file in files)
    rows["t"] = pandas.to_datetime(rows["t"], unit="ms", utc=True)
`;
}

/** The README of a tree, for its recipients. Its text does not change from run to run. */
export function writeReadme({
  licence,
  simulated,
  selection,
}: Pick<TreeManifest, 'licence' | 'simulated' | 'selection'>): string {
  const suffix = formatFileSuffix(selection.format, selection.compression);
  const tables = selection.tables.map((table) =>
    table === 'observations'
      ? `- \`observations/venue=*/date=*/part-*${suffix}\`: \`asset, t, p, v, s\`, by asset and time`
      : `- \`${table}${suffix}\``,
  );
  return `# Recorded markets

${simulated ? '**Simulated data: none of these prices was ever traded.**\n\n' : ''}${tables.join('\n')}

\`manifest.json\` states the columns of each table with their units, every file with its rows, times and sha256, what is
damaged and therefore not in the files, and as of when all this is. Days are days of UTC. A file is complete once the
manifest names it with its size.

${writeReaders(selection)}
Licence of the data: ${licence}. The venues' own terms may bind those who fetch from them.
`;
}
