import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { migrate } from '../../../storage/sqlite/migrate.ts';
import type { SqlValue, Statements } from '../../../storage/statements.ts';
import { prepareHoldingQueries } from '../../holdings/sql/holdings.ts';
import { isFinal, ORDER_STATES, type OrderState } from '../../orders/order.ts';
import { prepareOrderQueries } from '../../orders/sql/order-queries.ts';
import { prepareJournalQueries } from './journal.ts';

/** Provides statements that return nothing and note the query plan of each. */
function explain(db: DatabaseSync) {
  const steps: string[] = [];
  const note = (sql: string, values: readonly SqlValue[]) => {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    steps.push(
      ...plan.map(({ detail }) => String(detail)).filter((step) => /^(?:SEARCH|SCAN) (?:bot_|o )/.test(step)),
    );
    return [];
  };
  const statements: Statements = {
    get: (sql) => ({
      get: (...values) => note(sql, values)[0],
      all: (...values) => note(sql, values),
      run: () => undefined,
    }),
  };
  return { statements, take: () => steps.splice(0) };
}

const ENDED_STATES = ORDER_STATES.filter((state) => isFinal(state));
const isFinalState = (state: 'open' | OrderState) => state !== 'open' && isFinal(state);
const BOT = { botId: 'bot_1', mode: 'live' } as const;
const MARKET = { venue: 'kalshi', storeKey: 'k' } as const;

test('no page and no count of orders reads orders of other bots, modes, states or markets', async (t) => {
  const db = new DatabaseSync(':memory:');
  t.after(() => db.close());
  migrate(db);
  const { statements, take } = explain(db);
  const journal = prepareJournalQueries(statements);
  const place = { createdAt: epochMs(5), orderId: 'x' };
  for (const state of [undefined, 'open', ...ORDER_STATES] as const) {
    for (const market of [undefined, MARKET]) {
      const filter = { ...BOT, state, market, from: 1, to: 9 };
      await journal.listOrders(filter, null, 50);
      await journal.listOrders(filter, place, 50);
      await journal.countOrders(filter, 10_000);
      const steps = take();
      const ofMarket = market === undefined ? '' : ' AND venue=? AND store_key=?';
      const index = market === undefined ? 'bot_order_ended' : 'bot_order_ended_in_market';
      const wanted = [
        /PRIMARY KEY|sqlite_autoindex_bot_order_1/,
        new RegExp(
          `INDEX ${index} \\(bot_id=\\? AND mode=\\?${ofMarket.replaceAll('?', '\\?')} AND state=\\? AND`,
        ),
        new RegExp(
          `INDEX bot_order_open_of_bot \\(bot_id=\\? AND mode=\\?${ofMarket.replaceAll('?', '\\?')}\\)`,
        ),
      ];
      const which = `${state} ${market?.storeKey}`;
      const others = steps.filter((step) => !wanted.some((one) => one.test(step)));
      assert.deepEqual(others, [], which);
      // Three queries, each with the indexes that may serve orders of the filter.
      const isOpen = state !== undefined && !isFinalState(state);
      const count = (one: RegExp | undefined) => steps.filter((step) => one?.test(step)).length;
      const ended = state === undefined ? ENDED_STATES.length : isOpen ? 0 : 1;
      assert.deepEqual(
        [count(wanted[1]), count(wanted[2])],
        [3 * ended, state === undefined || isOpen ? 3 : 0],
        which,
      );
    }
  }
  const account = { owner: 'owner_1', venue: 'kalshi' } as const;
  const holdings = prepareHoldingQueries(statements);
  await holdings.listBusyMarkets(account, 1);
  await holdings.listDue(1, 9, []);
  const ofAccount = take();
  assert.notDeepEqual(ofAccount, []);
  assert.deepEqual(
    ofAccount.filter((step) =>
      /^SCAN (?!.*bot_order_open)|bot_order_of_owner \(owner=\? AND venue=\?\)/.test(step),
    ),
    [],
    'of an account only open orders, or those of a while, are looked at',
  );
  await prepareOrderQueries(statements).hasOpenOrder({ ...BOT, ...MARKET });
  assert.match(
    take().join(),
    /bot_order_open_of_bot \(bot_id=\? AND mode=\? AND venue=\? AND store_key=\?\)/,
  );
});
