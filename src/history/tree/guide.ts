import { formatFileSuffix } from './days.ts';
import type { TreeManifest, TreeSelection } from './manifest.ts';
import type { TreeTable } from './tables.ts';

/** One view for each table, for DuckDB started in the tree's directory. */
export function writeDuckdbViews({ tables, format, compression }: TreeSelection): string {
  const suffix = formatFileSuffix(format, compression);
  const views = tables.map((table) => {
    const files = table === 'observations' ? `observations/*/*/*${suffix}` : `${table}${suffix}`;
    return `CREATE OR REPLACE VIEW ${table} AS SELECT * FROM ${reader(table, files, format)};\n`;
  });
  const head = '-- duckdb -init duckdb.sql, or .read duckdb.sql: one view for each table of this tree.\n';
  return format === 'arrow'
    ? '-- DuckDB reads no Arrow files by itself: see README.md.\n'
    : head + views.join('');
}

function reader(table: TreeTable, files: string, format: TreeSelection['format']): string {
  const hive = table === 'observations' ? ', hive_partitioning = true' : '';
  if (format === 'parquet') return `read_parquet('${files}'${hive})`;
  return format === 'csv'
    ? `read_csv('${files}'${hive})`
    : `read_json('${files}', format = 'newline_delimited'${hive})`;
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

    duckdb -init duckdb.sql
    SELECT asset, t, p FROM observations WHERE venue = 'kalshi' AND date = '2026-11-22' LIMIT 10;

    import polars
    polars.scan_parquet("observations/**/*.parquet", hive_partitioning=True)

    import pandas
    pandas.read_parquet("observations")

Licence of the data: ${licence}. The venues' own terms may bind those who fetch from them.
`;
}
