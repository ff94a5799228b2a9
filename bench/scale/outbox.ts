import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { HistoryPool } from '../../src/history/clickhouse/postgres/history-pool.ts';
import { OutboxRows } from '../../src/history/clickhouse/postgres/outbox-rows.ts';
import { migrateHistory } from '../../src/history/clickhouse/postgres/schema.ts';
import { connect, exchange } from '../../src/storage/postgres/connection.ts';
import { PostgresEngine } from '../../test/servers/postgres-engine.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';

/**
 * Times the statements of an outbox that holds millions of batches: its size, forming a shipment of the oldest, and deleting
 * batches that were shipped. PostgreSQL ends a statement after 5 s.
 *
 * Usage: node bin/with-node24 bench/scale/outbox.ts [--batches 10000000]
 */
const { values } = parseArgs({ options: { batches: { type: 'string', default: '10000000' } } });
const BATCHES = Number(values.batches);
const MAX_RECORDS = 500_000;
const SHIPMENTS = 3;

/** Built after the rows: that is quicker. */
const INDEXES = `CREATE UNIQUE INDEX outbox_batch_key_key ON history.outbox (batch_key);
  CREATE INDEX outbox_waiting ON history.outbox (id) WHERE shipment IS NULL;
  CREATE INDEX outbox_shipment ON history.outbox (shipment) WHERE shipment IS NOT NULL`;

const [programs] = findPostgres().slice(-1);
if (programs === undefined) throw new Error('PostgreSQL is not installed: npm ci in test/servers');
const postgres = await PostgresServer.start(programs, { fsync: true });
const engine = new PostgresEngine(programs.name, postgres.url('postgres'));
const url = await engine.createDatabase({ after: () => undefined } as never);
try {
  await fill();
  const pool = await HistoryPool.open(url);
  const outbox = new OutboxRows(pool);
  const size = await time('its size', () => outbox.state());
  if (size.records !== BATCHES) throw new Error(`${size.records} records are said to wait`);
  for (let n = 0; n < SHIPMENTS; n++) {
    const shipment = await time('a shipment is formed', () => outbox.formShipment(MAX_RECORDS));
    if (shipment === null) throw new Error('nothing waits');
    const read = await time('and read', () => outbox.readBatches(shipment.batches));
    print(`  of ${read.length} batches`);
    await outbox.markShipped(shipment);
  }
  await pool.ask("UPDATE history.shipment SET shipped_at = shipped_at - interval '3 days'");
  await time('what was shipped is deleted', () => outbox.deleteOld());
  print(
    `${(await outbox.state()).records} wait; ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB resident; load ${loadavg()[0]?.toFixed(1)}`,
  );
  await pool.close();
} finally {
  await postgres.stop();
}

/** Batches of one record, whose contents nobody reads here. */
async function fill(): Promise<void> {
  await migrateHistory(url);
  const client = await connect(url);
  const run = (sql: string) => exchange(client, [{ sql, values: [] }]);
  await run(`DROP INDEX history.outbox_waiting; DROP INDEX history.outbox_shipment;
    ALTER TABLE history.outbox DROP CONSTRAINT outbox_batch_key_key`);
  await run(`INSERT INTO history.outbox (batch_key, venue, b, records, data)
    SELECT gen_random_uuid(), 'kalshi', n, 1, '\\x00' FROM generate_series(1, ${BATCHES}) AS n`);
  await run(INDEXES);
  await run('ANALYZE history.outbox');
  await client.end();
}

async function time<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const from = performance.now();
  const result = await work();
  print(`${what}: ${((performance.now() - from) / 1_000).toFixed(2)} s`);
  return result;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
