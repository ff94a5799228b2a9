import { StorageFormatError } from '../../storage/service-database.ts';
import { RowReader } from './row-binary.ts';
import { type ClickhouseServer, MAX_CALL_MS } from './server.ts';
import { RECORDS } from './table.ts';

/** The part of a server that keeping the table needs. */
export type UpkeepServer = Pick<ClickhouseServer, 'read' | 'drop'>;

/** Table and cluster that hold the parts. */
interface Parts {
  /** Name of the table that has the parts, as statements name it. */
  readonly table: string;
  /** Cluster of the servers; null: they are on this server alone. */
  readonly cluster: string | null;
}

/** `Distributed('cluster', 'database', 'table', key)`, as the server gives it back. */
const DISTRIBUTED = /^Distributed\('([^'\\]+)', '([^'\\]+)', '([^'\\]+)'/;

/** Removes the records of a month. @param month 202611 */
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
 * Reads every part of the table; a large one takes hours.
 *
 * @throws {StorageFormatError} when they are on several servers, each of which has to be asked itself.
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

/** A distributed table has no parts of its own, and refuses statements about them. */
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
