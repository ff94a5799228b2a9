import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { prepareJournalQueries } from '../../src/bot/journal/sql/journal.ts';
import { isFinal, ORDER_STATES } from '../../src/bot/orders/order.ts';
import { DAY_MS, epochMs } from '../../src/domain/index.ts';
import { toPostgres } from '../../src/storage/postgres/statement-text.ts';
import type { SqlValue, Statements } from '../../src/storage/statements.ts';
import { listEngines, openTestPostgres } from './postgres-engine.ts';

/** Orders of ten bots: one in 500 was cancelled, one in 100 refused, the newest twenty are open; a market in fifty is rare. */
const ORDERS = 40_000;
const FIRST = Date.UTC(2026, 0, 1);
const FILL = `INSERT INTO bot_order (order_id, bot_id, owner, mode, client_order_id, source, venue, asset, store_key, venue_asset,
    side, size_usd, mark_price, fee, charged, state, created_at, submitted_at, updated_at)
  SELECT 'ord_' || i, 'bot_' || i % 10, 'owner_1', 'live', 'own-' || i, 'trade', 'polymarket', 'pm-m', 'm' || i % 50, 'm', 'buy', 12,
    0.5, 100, 100, CASE WHEN i > ${ORDERS} - 20 THEN 'resting' WHEN i % 500 = 3 THEN 'cancelled' WHEN i % 100 = 7 THEN 'rejected'
      ELSE 'filled' END, ${FIRST} + i * 60000, 1, 1
  FROM generate_series(1::bigint, ${ORDERS}) AS n (i)`;

const OF_BOT = ['bot_order_recent', 'bot_order_bot_id_client_order_id_key'];
const ENDED = ['bot_order_ended', 'bot_order_ended_in_market'];
const OPEN = ['bot_order_open', 'bot_order_open_of_bot'];
const BOT = { botId: 'bot_1', mode: 'live' } as const;
const MARKET = { venue: 'polymarket', storeKey: 'm1' } as const;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

/** Statements that answer nothing, and keep what was asked. */
function collect() {
  const asked: { sql: string; values: readonly SqlValue[] }[] = [];
  const note = (sql: string, values: readonly SqlValue[]) => {
    asked.push({ sql: toPostgres(sql), values });
    return [];
  };
  const statements: Statements = {
    get: (sql) => ({
      get: (...values) => note(sql, values)[0],
      all: (...values) => note(sql, values),
      run: () => undefined,
    }),
  };
  return { statements, take: () => asked.splice(0) };
}

for (const engine of listEngines()) {
  test(`${engine.name}: pages and counts of orders are read from indexes of their bot, state and market`, async (t) => {
    const url = await engine.createDatabase(t);
    await (await openTestPostgres({ url })).close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // The database goes first, and would end the connection by force.
    client.on('error', () => undefined);
    t.after(() => client.end());
    await client.query(FILL);
    await client.query('ANALYZE');
    const { statements, take } = collect();
    const journal = prepareJournalQueries(statements);
    const place = { createdAt: epochMs(FIRST + DAY_MS), orderId: 'ord_9' };
    for (const state of [undefined, 'open', ...ORDER_STATES] as const) {
      for (const market of [undefined, MARKET]) {
        const filter = { ...BOT, state, market, from: FIRST, to: FIRST + 90 * DAY_MS };
        await journal.listOrders(filter, null, 50);
        await journal.listOrders(filter, place, 50);
        await journal.countOrders(filter, 10_000);
        const asked = take();
        assert.equal(asked.length, 3);
        for (const { sql, values } of asked) {
          const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
            `EXPLAIN (FORMAT JSON) ${sql}`,
            [...values],
          );
          const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
          assert.ok(plan !== undefined);
          const nodes = listNodes(plan);
          const which = `${state} ${market?.storeKey}: ${JSON.stringify(nodes.map((node) => [node['Node Type'], node['Index Name']]))}`;
          assert.deepEqual(
            nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'bot_order'),
            [],
            which,
          );
          const used = nodes.map((node) => node['Index Name']).filter((name) => name !== undefined);
          const isOpen = state === 'open' || (state !== undefined && !isFinal(state));
          // Nearly every order was filled, so any index of the bot reads little beside the page.
          const isCommon = market === undefined && (state === undefined || state === 'filled');
          const allowed = [
            'bot_order_pkey',
            ...(isCommon ? OF_BOT : []),
            ...(isOpen ? [] : ENDED),
            ...(isOpen || state === undefined ? OPEN : []),
          ];
          assert.deepEqual(
            used.filter((name) => !allowed.includes(name)),
            [],
            which,
          );
          if (!isOpen && !(isCommon && state === 'filled'))
            assert.ok(
              used.some((name) => ENDED.includes(name)),
              which,
            );
          if (isOpen || state === undefined)
            assert.ok(
              used.some((name) => OPEN.includes(name)),
              which,
            );
        }
      }
    }
  });
}
