import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { PROCEDURES } from '../../src/app/stores/service-database.ts';
import { keepLedger } from '../../src/billing/postgres/cached-ledger.ts';
import { Journal } from '../../src/bot/journal/journal.ts';
import type { OrderFilter } from '../../src/bot/journal/rows.ts';
import { prepareJournalQueries } from '../../src/bot/journal/sql/journal.ts';
import { prepareOrderQueries } from '../../src/bot/orders/sql/order-queries.ts';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import { openPostgresDatabase } from '../../src/storage/postgres/postgres-service-database.ts';
import type { OpenServiceDatabase } from '../../src/storage/service-database.ts';
import { SERVICE_FILE } from '../../src/storage/sqlite/open.ts';
import { openServiceDatabase } from '../../src/storage/sqlite/sqlite-service-database.ts';
import { findPostgres, PostgresServer } from '../../test/servers/postgres-server.ts';

/**
 * Pages of the orders of one key by state, market and time, its gain by day and the sum of its fees, over a year of orders:
 * p50 and p99 of one call on SQLite and on PostgreSQL. Bars: 20 ms for a page, 50 ms for the days of a year.
 *
 * Usage: node bin/with-node24 bench/bot/order-pages.ts [--orders 1000000] [--calls 100] [--engines sqlite,postgres]
 */
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '100' },
    engines: { type: 'string', default: 'sqlite,postgres' },
  },
});
const ORDERS = Number(values.orders);
const CALLS = Number(values.calls);
const DAYS = 366;
const FIRST = Date.UTC(2026, 0, 1);
const NOW = epochMs(FIRST + DAYS * DAY_MS - 1);
const BOT = { botId: 'bot_1', mode: 'live' } as const;

/** One in 5,000 was cancelled, one in 1,000 refused, and the newest twenty are open. A market in fifty has one in 10,000. */
const STATE = `CASE WHEN i > ${ORDERS} - 20 THEN 'resting' WHEN i % 5000 = 3 THEN 'cancelled' WHEN i % 1000 = 7 THEN 'rejected'
  ELSE 'filled' END`;
const MARKET = `CASE WHEN i % 10000 = 11 THEN 'rare' ELSE 'm' || (i % 49) END`;
const AT = `${FIRST} + i * ${Math.floor((DAYS * DAY_MS) / (ORDERS + 1))}`;

const fill = (numbers: string): string[] => [
  `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset, side,
     size_usd, mark_price, fee, charged, state, created_at, submitted_at, updated_at)
   SELECT 'ord_' || i, 'bot_1', 'owner_1', 'live', 'own-' || i, 'trade', 'polymarket', 'pm-m', ${MARKET}, 'm', 'buy', 12, 0.5, 100,
     100, ${STATE}, ${AT}, ${AT}, ${AT} FROM ${numbers}`,
  `INSERT INTO bot_fill (order_id, fill_id, bot_id, mode, t, price, size, usd, venue_fee, cost)
   SELECT 'ord_' || i, 'sum', 'bot_1', 'live', ${AT}, '0.5', '24', 12000000, 5, 12000000 FROM ${numbers} WHERE ${STATE} = 'filled'`,
  `INSERT INTO bot_day (bot_id, mode, day, orders, fills, closings, wins, without_fee, access_fees, volume, gain, venue_fees)
   SELECT 'bot_1', 'live', created_at / ${DAY_MS} * ${DAY_MS}, COUNT(*), COUNT(*), 0, 0, 0, SUM(charged), 12000000 * COUNT(*), 0, 5 * COUNT(*)
   FROM bot_order GROUP BY 3`,
  'ANALYZE',
];

interface Stand {
  readonly name: string;
  readonly database: OpenServiceDatabase;
  close(): Promise<void>;
}

async function openSqlite(): Promise<Stand> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-pages-'));
  const open = () => openServiceDatabase({ dataDir, procedures: PROCEDURES });
  await (await open()).close();
  const db = new DatabaseSync(path.join(dataDir, SERVICE_FILE));
  const numbers = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ORDERS}) SELECT i FROM n)`;
  // The service never asks for statistics.
  for (const sql of fill(numbers).filter((one) => one !== 'ANALYZE')) db.exec(sql);
  db.close();
  const database = await open();
  const close = async () => {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { name: 'SQLite', database, close };
}

async function openPostgres(): Promise<Stand> {
  const [programs] = findPostgres();
  if (programs === undefined)
    throw new Error('no PostgreSQL is installed here: run "npm ci" in test/servers');
  const server = await PostgresServer.start(programs);
  const url = server.url('postgres');
  const database = await openPostgresDatabase({ url, procedures: PROCEDURES, keepRows: keepLedger });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const sql of fill(`generate_series(1::bigint, ${ORDERS}) AS n (i)`)) await client.query(sql);
  // The server's autovacuum does the same some minutes after such a load.
  await client.query('VACUUM ANALYZE');
  // Else it writes what was loaded while pages are read.
  await client.query('CHECKPOINT');
  await client.end();
  const close = async () => {
    await database.close();
    await server.stop();
  };
  return { name: programs.name, database, close };
}

const percentile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 3; i++) await work();
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => percentile(times, part).toFixed(2));
  console.log(`  ${name.padEnd(34)} p50 ${p50} ms, p99 ${p99} ms`);
}

/** Measures the first page, and the one after it. */
async function measurePages(journal: Journal, name: string, filter: Partial<OrderFilter>): Promise<void> {
  const read = (cursor?: string) => journal.listOrders({ ...BOT, ...filter }, { limit: 50, cursor });
  const first = await read();
  await measure(`orders ${name}`, () => read());
  const cursor = first?.nextCursor ?? undefined;
  if (cursor !== undefined) await measure(`orders ${name}, next page`, () => read(cursor));
}

async function run({ name, database, close }: Stand): Promise<void> {
  try {
    console.log(`${name}: ${ORDERS} orders of one key over ${DAYS} days, ${CALLS} calls each`);
    const journal = new Journal(database.buildQueries(prepareJournalQueries), () => NOW);
    const orders = database.buildQueries(prepareOrderQueries);
    const market = (storeKey: string) => ({ venue: 'polymarket', storeKey }) as const;
    const filters: readonly (readonly [string, Partial<OrderFilter>])[] = [
      ['of any state', {}],
      ...(['open', 'submitted', 'filled', 'cancelled', 'rejected'] as const).map(
        (state) => [`in state ${state}`, { state }] as const,
      ),
      ['of a market', { market: market('m1') }],
      ['of a rare market', { market: market('rare') }],
      ['cancelled, of a market', { market: market('m1'), state: 'cancelled' }],
      ['open, of a market', { market: market('m1'), state: 'open' }],
      ['of the first week', { to: FIRST + 7 * DAY_MS }],
      ['cancelled in the first half', { to: FIRST + 183 * DAY_MS, state: 'cancelled' }],
    ];
    for (const [label, filter] of filters) await measurePages(journal, label, filter);
    await measure('pnl of 366 days', () => journal.listDays(BOT.botId, BOT.mode, { limit: 366 }));
    await measure('pnl of 31 days', () => journal.listDays(BOT.botId, BOT.mode, { limit: 31 }));
    await measure('fees of the status', () => orders.readFees(BOT.botId, BOT.mode));
    await measure('recent orders of the status', () => orders.listRecent(BOT.botId, 50));
  } finally {
    await close();
  }
}

for (const engine of String(values.engines).split(',')) {
  await run(engine === 'postgres' ? await openPostgres() : await openSqlite());
}
