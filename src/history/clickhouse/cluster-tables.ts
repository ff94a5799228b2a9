import { describeRecordTable, LOCAL_RECORDS as LOCAL, RECORDS } from './table.ts';

export interface ClusterShape {
  /** Name of the cluster in `system.clusters`. */
  readonly cluster: string;
  /** Number of servers that must store a record before the record counts as shipped. */
  readonly quorum: number;
}

/**
 * Describes the tables of a cluster: replicas that acknowledge an insert together, and shards by series. An operator
 * runs these statements, since the service cannot create a cluster.
 *
 * @see https://clickhouse.com/docs/engines/table-engines/mergetree-family/replication
 * @see https://clickhouse.com/docs/engines/table-engines/special/distributed
 */
export function describeCluster({ cluster, quorum }: ClusterShape): string {
  const engine = `ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/${LOCAL}', '{replica}')`;
  const local = describeRecordTable(LOCAL, engine).replace(`${LOCAL} (`, `${LOCAL} ON CLUSTER ${cluster} (`);
  return `-- Run once, on any server of the cluster, in the database of CROSSTAPE_HISTORY_URL. {shard} and {replica} are macros of each server.
${local};

-- Readers and the shipper use this one. A series is on one shard: k is its key.
CREATE TABLE IF NOT EXISTS ${RECORDS} ON CLUSTER ${cluster} AS ${LOCAL}
ENGINE = Distributed(${cluster}, currentDatabase(), ${LOCAL}, k);

-- For the user of CROSSTAPE_HISTORY_URL: an insert is acknowledged by ${quorum} replicas, goes to its shards at once, and is read from a
-- replica that has it. internal_replication must be true for each shard of the cluster.
ALTER USER crosstape SETTINGS insert_quorum = ${quorum}, insert_quorum_parallel = 0, select_sequential_consistency = 1,
  distributed_foreground_insert = 1, insert_deduplicate = 1, max_replica_delay_for_distributed_queries = 5;
`;
}
