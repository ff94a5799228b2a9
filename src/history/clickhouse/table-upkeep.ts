import { StorageFormatError } from '../../storage/service-database.ts';
import { RowReader } from './row-binary.ts';
import { type ClickhouseServer, MAX_CALL_MS } from './server.ts';
import { RECORDS } from './table.ts';

/** The part of a server's client that the upkeep of the table needs. */
export type UpkeepServer = Pick<ClickhouseServer, 'read' | 'drop'>;

/** Location of the parts of a table. */
interface Parts {
  /** Name of the table that has the parts, quoted for statements. */
  readonly table: string;
  /** Name of the cluster whose servers have the parts; null when this server alone has them. */
  readonly cluster: string | null;
}

/** Matches `Distributed('cluster', 'database', 'table', key)`, as the server returns the engine. */
const DISTRIBUTED = /^Distributed\('([^'\\]+)', '([^'\\]+)', '([^'\\]+)'/;

/** Removes the records of a month. @param month Such as 202611. */
export async function dropMonth(server: UpkeepServer, month: number): Promise<void> {
  const { table, onCluster } = describe(await findParts(server));
  await server.drop(`ALTER TABLE ${table}${onCluster} DROP PARTITION ${month}`);
}

/** Removes all records. */
export async function dropAll(server: UpkeepServer): Promise<void> {
  const { table, onCluster } = describe(await findParts(server));
  await server.drop(`TRUNCATE TABLE ${table}${onCluster}`);
}

/**
 * Makes the server read and check every part of the table; a large table takes hours.
 *
 * @throws {StorageFormatError} when the parts are on several servers, since each of them must be checked on its own.
 */
export async function checkRecords(server: UpkeepServer): Promise<boolean> {
  const { table, cluster } = await findParts(server);
  if (cluster !== null) {
    throw new StorageFormatError(
      `the table is on the servers of the cluster ${cluster}: run CHECK TABLE ${table} on each of them`,
    );
  }
  const sql = `CHECK TABLE ${table} SETTINGS check_query_single_value_result = 1`;
  return new RowReader(await server.read(sql, { timeoutMs: MAX_CALL_MS })).u8() === 1;
}

/** Finds the table with the parts: a distributed table has none of its own, and refuses statements about them. */
async function findParts(server: UpkeepServer): Promise<Parts> {
  const reader = new RowReader(
    await server.read(
      `SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = '${RECORDS}'`,
    ),
  );
  const engine = reader.isAtEnd ? '' : reader.text();
  const [, cluster, database, table] = DISTRIBUTED.exec(engine) ?? [];
  if (cluster !== undefined) return { table: `\`${database}\`.\`${table}\``, cluster };
  if (engine.startsWith('Distributed')) throw new StorageFormatError(`the table ${RECORDS} is ${engine}`);
  return { table: RECORDS, cluster: null };
}

function describe({ table, cluster }: Parts): { readonly table: string; readonly onCluster: string } {
  return { table, onCluster: cluster === null ? '' : ` ON CLUSTER \`${cluster}\`` };
}
