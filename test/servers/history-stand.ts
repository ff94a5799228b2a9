import type { TestContext } from 'node:test';
import type {
  ClickhouseHistory,
  ClickhouseHistoryOptions,
} from '../../src/history/clickhouse/clickhouse-history.ts';
import { type HistoryUrls, openClickhouseHistory } from '../../src/history/clickhouse/index.ts';
import { ClickhouseServer } from '../../src/history/clickhouse/server.ts';
import type { HistoryStore } from '../../src/history/contract/history-store.ts';
import { listEngines, type PostgresEngine } from './postgres-engine.ts';

let stores = 0;

/** Stores of the history on servers, each with databases of its own. */
export class HistoryStand {
  readonly #postgres: PostgresEngine;
  readonly #url: URL;
  readonly #urls = new WeakMap<HistoryStore, HistoryUrls>();
  readonly #made: (() => Promise<void> | void)[] = [];

  /** @param url Of ClickHouse; whatever database it names, stores have others. */
  constructor(postgres: PostgresEngine, url: string) {
    this.#postgres = postgres;
    this.#url = new URL(url);
  }

  /** Databases of this test run, until `drop`. */
  async createDatabases(): Promise<HistoryUrls> {
    const name = `test_${process.pid}_${++stores}`;
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    this.#made.push(async () => {
      url.pathname = '/';
      const server = await ClickhouseServer.open(url.href);
      await server.execute(`DROP DATABASE IF EXISTS ${name}`).catch(() => undefined);
      await server.close();
    });
    const later = { after: (drop: () => Promise<void>) => this.#made.push(drop) } as unknown as TestContext;
    return { historyUrl: url.href, databaseUrl: await this.#postgres.createDatabase(later) };
  }

  async drop(): Promise<void> {
    for (const drop of this.#made.splice(0)) await drop();
  }

  async open(options: Partial<ClickhouseHistoryOptions> = {}): Promise<ClickhouseHistory> {
    return this.openAgain(await this.createDatabases(), options);
  }

  async reopen(store: HistoryStore): Promise<ClickhouseHistory> {
    await store.close();
    return this.openAgain(this.#urls.get(store)!);
  }

  async openAgain(
    urls: HistoryUrls,
    options: Partial<ClickhouseHistoryOptions> = {},
  ): Promise<ClickhouseHistory> {
    await this.#postgres.run(
      `INSERT INTO lease (name, holder, fence) SELECT 'feed:' || venue, 'test', 1
       FROM unnest(ARRAY['hyperliquid', 'polymarket', 'kalshi', 'limitless', 'ref']) AS venue ON CONFLICT DO NOTHING`,
      urls.databaseUrl,
    );
    const store = await openClickhouseHistory(urls, {
      leadership: { fence: () => 1 },
      patience: { maxMs: 5_000, maxBytes: 1 << 26 },
      shipApartMs: 0,
      ...options,
    });
    this.#urls.set(store, urls);
    return store;
  }
}

/** Opens a store that drops its databases when it is closed. */
export async function openServerHistory(): Promise<ClickhouseHistory> {
  const [postgres] = listEngines().slice(-1);
  const url = process.env.CROSSTAPE_TEST_HISTORY_URL;
  if (postgres === undefined || url === undefined) throw new Error('no servers are named for the history');
  const stand = new HistoryStand(postgres, url);
  const store = await stand.open();
  const close = store.close.bind(store);
  store.close = async () => {
    await close();
    await stand.drop();
  };
  return store;
}
