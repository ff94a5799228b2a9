import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { AlertStore } from '../../src/alerts/alert-store.ts';
import { Alerts } from '../../src/alerts/alerts.ts';
import { Sender } from '../../src/alerts/delivery/send.ts';
import type { Endpoint, Rule } from '../../src/alerts/rule.ts';
import { prepareAlertQueries } from '../../src/alerts/sql/alerts.ts';
import { startApp } from '../../src/app/assemble.ts';
import { readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import { cryptoRandom, DAY_MS, epochMs, microUsd } from '../../src/domain/index.ts';
import { alertRoutes } from '../../src/http/routes/admin/admin-routes.ts';
import { type AccountBench, ADMIN_TOKEN, startAccountBench, type testAccounts } from './account-bench.ts';
import type { startBotBench } from './bot-bench.ts';
import { SNAPSHOT_TOKEN } from './described-calls.ts';
import { NodeProxy } from './node-proxy.ts';
import { WEBHOOK_SECRETS } from './provider-events.ts';
import { placeSettings, removePlace } from './service-data.ts';
import { openTestDatabase } from './service-database.ts';
import { openTestOrders } from './test-orders.ts';
import { BENCH_NOW } from './webhook-bench.ts';

export const KEK = Buffer.alloc(32, 7).toString('base64');
export const ADDRESS = '/api/account/deposit-address';
export const SECRETS = {
  CROSSTAPE_ADMIN_TOKEN: ADMIN_TOKEN,
  CROSSTAPE_SNAPSHOT_TOKEN: SNAPSHOT_TOKEN,
  CROSSTAPE_VAULT_KEK: KEK,
};
export const CHAIN = {
  name: 'base',
  family: 'evm',
  chainId: 8_453,
  tokens: [{ symbol: 'USDC', address: `0x${'b'.repeat(40)}`, decimals: 6 }],
  treasury: `0x${'a'.repeat(40)}`,
  factory: `0x${'2'.repeat(40)}`,
  implementation: `0x${'1'.repeat(40)}`,
  finality: 'finalized',
};

/** Starts a whole service whose venues refuse every connection. */
export async function startDeaf(t: TestContext) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-deaf-'));
  const adapters = Object.fromEntries(
    Object.entries(readConfig({}).feed.adapters).map(([venue, { addresses }]) => [
      venue,
      { addresses: Object.fromEntries(Object.keys(addresses).map((name) => [name, 'http://127.0.0.1:9'])) },
    ]),
  );
  const config = readConfig(
    {},
    {
      dataDir,
      server: { port: 0, botPort: 0 },
      feed: { streams: false, adapters },
      references: { relays: 'off' },
    },
  );
  const secrets = readSecrets({ ...SECRETS, ...(await placeSettings(dataDir)) });
  const app = await startApp({ config, secrets, log: pino({ level: 'silent' }) });
  t.after(async () => {
    await app.stop();
    await removePlace(dataDir);
  });
  return app;
}

/** Accounts that follow a chain, hold large deposits for review, and whose disk can fail. */
export async function startAccounts(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'crosstape-answers-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const node = await NodeProxy.start('http://127.0.0.1:1');
  t.after(() => node.stop());
  const head = { number: '0x64', hash: `0x${'5'.repeat(64)}`, timestamp: '0x690f0000' };
  node.tamper = (method) => ({ result: method === 'eth_getBlockByNumber' ? head : '0x' });
  const chains = path.join(folder, 'chains.json');
  writeFileSync(chains, JSON.stringify({ chains: [{ ...CHAIN, rpcUrls: [node.url] }] }));
  let isFailing = false;
  const failWrites = () => {
    if (isFailing) throw new Error('no room');
  };
  const database = await openTestDatabase({ faults: { beforeCommit: failWrites } });
  t.after(() => database.close());
  const bench = await startAccountBench(t, {
    env: { CROSSTAPE_CHAINS_FILE: chains, CROSSTAPE_DEPOSIT_CAP_USD: '20' },
    secrets: { webhooks: WEBHOOK_SECRETS, chainApiKeys: new Map([['BASE', 'node-key']]) },
    database,
  });
  const later = await bench.issue({ owner: 'later' });
  return {
    ...bench,
    laterKey: later.rawKey,
    failDisk: (fails: boolean) => {
      isFailing = fails;
    },
  };
}

/** Leaves an order behind that a venue was sent two days ago and never answered. */
export async function leaveOrder(
  { database, accounts }: Pick<Awaited<ReturnType<typeof testAccounts>>, 'database' | 'accounts'>,
  orderId: string,
): Promise<void> {
  const sentAt = epochMs(BENCH_NOW - 2 * DAY_MS);
  const orders = openTestOrders({ database, ledger: accounts.ledger as never, clock: () => sentAt });
  const market = { venue: 'kalshi', storeKey: 't-1', venueAsset: 'T-1', side: 'buy' } as const;
  await orders.reserve({
    ...market,
    orderId,
    botId: 'bot_1',
    owner: 'owner_1',
    mode: 'live',
    clientOrderId: orderId,
    source: 'trade',
    asset: 'kalshi-t-1',
    sizeUsd: 10,
    sizeShares: null,
    isClose: false,
    markPrice: 0.5,
    feeMicroUsd: microUsd(10_000),
    exit: null,
    mostOpenedMicroUsd: microUsd(10_000_000),
    opensMicroUsd: microUsd(10_000_000),
    nets: false,
    splits: false,
  });
  await orders.submit(orderId, [
    {
      ...market,
      format: 1,
      account: 'key-1',
      leg: 'yes',
      limitPrice: '0.5',
      size: '20',
      body: '{}',
      venueClientId: 'c-1',
      details: {},
      preparedAt: sentAt,
      expiresAt: null,
    },
  ]);
  await orders.applyResult(orderId, { status: 'unknown', message: 'no answer' });
}

export async function listen(app: Awaited<ReturnType<typeof startBotBench>>['app']): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Endpoints of alerts, of which one refuses connections, and a delivery that has ended as undeliverable. */
export async function startAlerts(t: TestContext) {
  let isFailing = false;
  const failWrites = () => {
    if (isFailing) throw new Error('no room');
  };
  const database = await openTestDatabase({ faults: { beforeCommit: failWrites } });
  t.after(() => database.close());
  const clock = () => epochMs(BENCH_NOW);
  const queries = database.buildQueries(prepareAlertQueries);
  const store = new AlertStore({ database, queries, clock, random: cryptoRandom });
  const url = new URL('http://127.0.0.1:9/');
  const endpoint: Endpoint = { id: 'phone', url, format: 'slack', secrets: [], chatId: null };
  const when = { type: 'cross', asset: 'hl-BTC', above: 100_000 } as const;
  const rule: Rule = { id: 'high', when, forMs: 0, cooldownMs: 0, tellResolved: false, to: ['phone'] };
  const config = { rules: [rule], endpoints: [endpoint] };
  const sender = new Sender({ clock, userAgent: 'test', allowsPrivate: true });
  const alerts = new Alerts({ initial: config, read: () => config, store, sender, clock });
  const bench: AccountBench = await startAccountBench(t, {
    database,
    role: 'all',
    api: {
      sets: [
        alertRoutes({
          alerts,
          feed: { find: () => null },
          assets: { resolve: async () => null },
          operator: { note: (by) => bench.accounts.operator.note(by) },
        }),
      ],
    },
  });
  const leaveDead = async (version: number): Promise<string> => {
    const phase = { phase: 'firing', since: BENCH_NOW, firedAt: BENCH_NOW } as const;
    await store.advance(
      { rule: 'high', subject: '', condition: 'c', ...phase, position: null, version },
      [
        {
          type: 'alerts.firing',
          rule: 'high',
          subject: '',
          asset: 'hl-BTC',
          t: BENCH_NOW,
          value: 100_001,
          threshold: 100_000,
          text: 'BTC is at 100001',
        },
      ],
      ['phone'],
    );
    const [due] = await store.listDue(1);
    await store.settle({ ...due!, state: 'dead', reason: 'no answer', endedAt: BENCH_NOW }, false);
    return due!.id;
  };
  return {
    ...bench,
    leaveDead,
    failDisk: (fails: boolean) => {
      isFailing = fails;
    },
  };
}
