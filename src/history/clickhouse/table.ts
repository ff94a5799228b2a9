import { StorageFormatError } from '../../storage/service-database.ts';
import { HistoryUnavailableError } from '../contract/unavailable.ts';
import { COLUMNS } from './record-columns.ts';
import { RecordRows } from './record-rows.ts';
import { RowReader } from './row-binary.ts';
import { ClickhouseServer, UNKNOWN_DATABASE } from './server.ts';

/** Name of the table, one row per record. */
export const RECORDS = 'obs';
/** Name of the table on each server of a cluster; there, `obs` is the distributed table over them. */
export const LOCAL_RECORDS = `${RECORDS}_local`;

/** Bit of `f`: `insert` stored the record. */
export const INSERTED = 1;
/**
 * Bit of `f`: bars must respect the order of arrival at this record. The record may share its time with another one of
 * its series, or its price is -0, which compares equal to 0 and is another value.
 */
export const ORDERED = 2;

/** Range of times that the table can hold: partitions are months, which ClickHouse computes for these years only. */
export const TIMES = { firstMs: 0, lastMs: Date.UTC(2299, 11, 31) } as const;

const PARTITION = "toYYYYMM(fromUnixTimestamp64Milli(t, 'UTC'))";
const ORDER = '(k, t, b, i)';

/** Number of inserts whose tokens the server remembers. */
const REMEMBERED_INSERTS = 10_000;

/**
 * Describes the statement that creates the table. Queries repeat the expressions of the projections exactly, or the
 * server does not use them.
 */
export function describeRecordTable(
  table: string,
  engine = 'MergeTree',
  settings: readonly string[] = [],
): string {
  const columns = COLUMNS.map(([name, type, codec]) => `${name} ${type} CODEC(${codec})`);
  const all = [
    'fsync_after_insert = 1',
    ...(engine === 'MergeTree'
      ? [`non_replicated_deduplication_window = ${REMEMBERED_INSERTS}`]
      : [`replicated_deduplication_window = ${REMEMBERED_INSERTS}`]),
    ...settings,
  ];
  return `CREATE TABLE IF NOT EXISTS ${table} (
  ${columns.join(',\n  ')},
  PROJECTION idx (SELECT k, min(t), max(t), count() GROUP BY k),
  PROJECTION hour (SELECT k, intDiv(t, 3600000) AS bt, argMin(p, t), argMax(p, t), max(p), min(p), count(),
    sumIf(v, NOT isNaN(v)), countIf(NOT isNaN(v)), sumIf(p * v, v > 0), sumIf(v, v > 0), max(bitAnd(f, 2)) GROUP BY k, bt)
) ENGINE = ${engine} PARTITION BY ${PARTITION} ORDER BY ${ORDER}
SETTINGS ${all.join(', ')}`;
}

/**
 * Oldest accepted version of ClickHouse: older ones do not support projections and tokens in all the places that this
 * engine needs.
 */
const MIN_VERSION = [24, 8] as const;

/**
 * Opens a server for reading.
 *
 * @throws {StorageFormatError} when its version or its table is not usable.
 * @throws {HistoryUnavailableError} when it does not answer.
 */
export async function openRecords(url: string): Promise<ClickhouseServer> {
  const server = await ClickhouseServer.open(url);
  try {
    await requireVersion(server);
    await requireTable(server, true);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

/**
 * Opens a server for writing: creates database and table where they are missing, and probes the features that the
 * engine relies on with a temporary table.
 */
export async function openWritableRecords(url: string): Promise<ClickhouseServer> {
  await makeDatabase(url);
  const server = await ClickhouseServer.open(url);
  try {
    await requireVersion(server);
    if (!(await requireTable(server, false))) await toRefusal(server.execute(describeRecordTable(RECORDS)));
    await requireTable(server, true);
    await probe(server);
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function makeDatabase(url: string): Promise<void> {
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  const named = await ClickhouseServer.open(url);
  try {
    await named.read('SELECT 1');
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== UNKNOWN_DATABASE) throw error;
    address.pathname = '/';
    const server = await ClickhouseServer.open(address.href);
    await toRefusal(server.execute(`CREATE DATABASE IF NOT EXISTS \`${name.replaceAll('`', '')}\``)).finally(
      () => server.close(),
    );
  } finally {
    await named.close();
  }
}

async function requireVersion(server: ClickhouseServer): Promise<void> {
  const version = new RowReader(await server.read('SELECT version()')).text();
  const [year = 0, month = 0] = version.split('.').map(Number);
  const [minYear, minMonth] = MIN_VERSION;
  if (year > minYear || (year === minYear && month >= minMonth)) return;
  throw new StorageFormatError(
    `ClickHouse ${version} is too old; ${MIN_VERSION.join('.')} or newer is needed`,
  );
}

/** Checks the form of the table. @returns Whether the table exists. */
async function requireTable(server: ClickhouseServer, isNeeded: boolean): Promise<boolean> {
  const table = new RowReader(
    await server.read(
      `SELECT engine, sorting_key, create_table_query FROM system.tables WHERE database = currentDatabase() AND name = '${RECORDS}'`,
    ),
  );
  if (table.isAtEnd) {
    if (isNeeded) {
      throw new StorageFormatError(
        `the database has no table ${RECORDS}: first start the service that records`,
      );
    }
    return false;
  }
  const [engine, order, statement] = [table.text(), table.text(), table.text()];
  const wrong = await findWrong(server, { engine, order, statement });
  if (wrong !== null) {
    throw new StorageFormatError(
      `the table ${RECORDS} does not have the form of this version: ${wrong}; name another database`,
    );
  }
  return true;
}

async function findWrong(
  server: ClickhouseServer,
  { engine, order, statement }: Readonly<Record<'engine' | 'order' | 'statement', string>>,
): Promise<string | null> {
  // The columns of a distributed table are checked here; order and projections belong to the tables of its shards.
  const isLocal = /MergeTree$/.test(engine);
  if (!isLocal && engine !== 'Distributed') return `its engine is ${engine}`;
  const reader = new RowReader(
    await server.read(
      `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = '${RECORDS}' ORDER BY position`,
    ),
  );
  const found: string[] = [];
  while (!reader.isAtEnd) found.push(`${reader.text()} ${reader.text()}`);
  const wanted = COLUMNS.map(([name, type]) => `${name} ${type}`);
  if (found.join() !== wanted.join()) return `its columns are ${found.join(', ')}`;
  if (!isLocal) return null;
  if (order !== ORDER.slice(1, -1)) return `its order is ${order}`;
  const missing = ['PROJECTION idx', 'PROJECTION hour', 'deduplication_window'].filter(
    (part) => !statement.includes(part),
  );
  return missing.length > 0 ? `it has no ${missing[0]}` : null;
}

/** Checks that the server ignores a repeated insert with one token, preserves -0, and answers from the projections. */
async function probe(server: ClickhouseServer): Promise<void> {
  const table = `probe_${Math.random().toString(36).slice(2, 10)}`;
  await toRefusal(server.execute(describeRecordTable(table)));
  try {
    const rows = new RecordRows(1);
    rows.push(0n, { t: 0, b: 1, i: 0, p: -0, v: Number.NaN, s: 1, f: 0 });
    for (let sent = 0; sent < 2; sent++) await server.insert(table, rows.encode(), 'probe');
    const counted = new RowReader(await server.read(`SELECT count(), 1 / any(p) FROM ${table}`));
    if (counted.i64() !== 1)
      throw new StorageFormatError('ClickHouse does not deduplicate inserts that have the same token');
    if (counted.f64() !== Number.NEGATIVE_INFINITY) {
      throw new StorageFormatError('ClickHouse does not preserve the value -0');
    }
    for (const sql of [
      `SELECT k, max(t) FROM ${table} GROUP BY k`,
      `SELECT k, intDiv(t, 3600000) AS bt, argMin(p, t) FROM ${table} GROUP BY k, bt`,
    ]) {
      await server.read(sql, { settings: { force_optimize_projection: 1 } }).catch((error: Error) => {
        throw new StorageFormatError(`ClickHouse does not use a projection: ${error.message}`);
      });
    }
  } finally {
    // A failure to drop is ignored: the result of the probe is known, and a table that is left has no records of the
    // history.
    await server.execute(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
  }
}

/** Rethrows an error answer of the server as a StorageFormatError: a retry would fail too, so the start must end. */
async function toRefusal(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isAnswer = /^\d+$/.test((error as { cause?: { code?: string } }).cause?.code ?? '');
    if (!(error instanceof HistoryUnavailableError) || !isAnswer) throw error;
    throw new StorageFormatError(error.message, { cause: error });
  }
}
