import { StorageFormatError } from '../../storage/service-database.ts';
import { HistoryUnavailableError } from '../contract/unavailable.ts';
import { COLUMNS } from './record-columns.ts';
import { RecordRows } from './record-rows.ts';
import { RowReader } from './row-binary.ts';
import { ClickhouseServer, UNKNOWN_DATABASE } from './server.ts';

/** Rows of the table, one a record. */
export const RECORDS = 'obs';
/** The table of one server, behind a distributed one that has the name of a single server's. */
export const LOCAL_RECORDS = `${RECORDS}_local`;

/** Bit of `f`: the record came by `insert`. */
export const INSERTED = 1;
/**
 * Bit of `f`: the order in which records came decides about bars. It may share its time with another one of its series,
 * or its price is -0, which is equal to 0 and yet another value.
 */
export const ORDERED = 2;

/** The table divides records by month, and knows the months of these years. */
export const TIMES = { firstMs: 0, lastMs: Date.UTC(2299, 11, 31) } as const;

const PARTITION = "toYYYYMM(fromUnixTimestamp64Milli(t, 'UTC'))";
const ORDER = '(k, t, b, i)';

/** Inserts whose tokens the server remembers. */
const REMEMBERED_INSERTS = 10_000;

/** The statement that makes the table. Reading asks for the very expressions of the projections. */
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

/** Oldest version that is taken: older servers forget projections or tokens in places that this engine relies on. */
const MIN_VERSION = [24, 8] as const;

/**
 * Opens a server for reading.
 *
 * @throws {StorageFormatError} which names the error.
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
 * Opens it for writing: makes missing tables, and tries the features that the engine relies on with a table of its
 * own.
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

/** @returns Whether the table is there. */
async function requireTable(server: ClickhouseServer, isNeeded: boolean): Promise<boolean> {
  const table = new RowReader(
    await server.read(
      `SELECT engine, sorting_key, create_table_query FROM system.tables WHERE database = currentDatabase() AND name = '${RECORDS}'`,
    ),
  );
  if (table.isAtEnd) {
    if (isNeeded) {
      throw new StorageFormatError(
        `the database has no table ${RECORDS}: start the service that records first`,
      );
    }
    return false;
  }
  const [engine, order, statement] = [table.text(), table.text(), table.text()];
  const wrong = await findWrong(server, { engine, order, statement });
  if (wrong !== null) {
    throw new StorageFormatError(`the table ${RECORDS} does not have the form of this version: ${wrong}`);
  }
  return true;
}

async function findWrong(
  server: ClickhouseServer,
  { engine, order, statement }: Readonly<Record<'engine' | 'order' | 'statement', string>>,
): Promise<string | null> {
  // The tables behind a distributed table are a matter of its shards.
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

/** Probes that two inserts with one token are one, and that the projections answer. */
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
    // The result of the trial is thrown or returned. A table of the trial that remains has no records of the history.
    await server.execute(`DROP TABLE IF EXISTS ${table}`).catch(() => undefined);
  }
}

/** Rethrows a refusal of the server as a StorageFormatError: a retry would be refused too, so the start ends. */
async function toRefusal(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isAnswer = /^\d+$/.test((error as { cause?: { code?: string } }).cause?.code ?? '');
    if (!(error instanceof HistoryUnavailableError) || !isAnswer) throw error;
    throw new StorageFormatError(error.message, { cause: error });
  }
}
