import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, exchange } from '../../src/storage/postgres/connection.ts';
import { type HistoryEngine, runHistory } from '../simulation/money-histories.ts';
import { rounds } from '../support/long-tests.ts';
import { openStores } from '../support/money-stores.ts';
import { listEngines, openTestPostgres, type PostgresEngine } from './postgres-engine.ts';

/** Histories, and the seed of the first, as in `test/simulation/money-histories.test.ts`. */
const HISTORIES = Number(process.env.CROSSTAPE_HISTORIES ?? rounds(15, 300));
const FROM = Number(process.env.CROSSTAPE_HISTORIES_FROM ?? 1);

/** Keeps all rows, and the numbers that the tables give next. */
const SAVE = `DROP SCHEMA IF EXISTS saved CASCADE; CREATE SCHEMA saved; DO $$
  DECLARE name text;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('CREATE TABLE saved.%I AS TABLE public.%I', name, name);
    END LOOP;
    CREATE TABLE saved."#numbers" AS SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public';
  END $$`;

/** Brings these rows and numbers back, past the triggers that refuse it. */
const RESTORE = `SET session_replication_role = replica; DO $$
  DECLARE name text; number record;
  BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
      EXECUTE format('DELETE FROM public.%I', name);
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE saved.%I', name, name);
    END LOOP;
    FOR number IN SELECT * FROM saved."#numbers" LOOP
      IF number.last_value IS NULL THEN
        EXECUTE format('ALTER SEQUENCE public.%I RESTART', number.sequencename);
      ELSE
        PERFORM setval(format('public.%I', number.sequencename)::regclass, number.last_value);
      END IF;
    END LOOP;
  END $$`;

/** Databases of a server. One history has one at a time, so that its newest backup is the one that is put back. */
function onServer(engine: PostgresEngine, url: string): HistoryEngine {
  return {
    open: async ({ clock, rules, faults }, from) => {
      if (from !== null) await engine.run(RESTORE, url);
      const database = await openTestPostgres({ url, faults });
      return {
        stores: openStores(database, clock, rules),
        sumBalances: async () => {
          const client = await connect(url);
          try {
            const [row] = await exchange(client, [
              { sql: 'SELECT CAST(SUM(balance) AS bigint) AS sum FROM account', values: [] },
            ]);
            return Number(row?.sum ?? 0);
          } finally {
            await client.end();
          }
        },
        restart: async () => openStores(database, clock, rules),
        backup: async () => {
          await engine.run(SAVE, url);
          return 'saved';
        },
        close: () => database.close(),
      };
    },
  };
}

for (const engine of listEngines()) {
  test(`${engine.name}: ${HISTORIES} random histories of payments come to what the books of three providers say`, async (t) => {
    const url = await engine.takeDatabase();
    t.after(() => engine.dropDatabase(url));
    const empty = onServer(engine, url);
    await engine.run(SAVE.replaceAll('saved', 'empty'), url);
    const sum = { deliveries: 0, restores: 0 };
    for (let seed = FROM; seed < FROM + HISTORIES; seed++) {
      await engine.run(RESTORE.replaceAll('saved', 'empty'), url);
      const report = await runHistory(seed, empty);
      sum.deliveries += report.deliveries;
      sum.restores += report.restores;
    }
    assert.ok(sum.deliveries > 10 * HISTORIES, JSON.stringify(sum));
  });
}
