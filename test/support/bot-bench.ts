import type { TestContext } from 'node:test';
import { pino } from 'pino';
import type { KeyRequest } from '../../src/accounts/keys/keys.ts';
import type { Accounts } from '../../src/app/accounts/accounts.ts';
import { openBot } from '../../src/app/bot/bot.ts';
import type { MarketSignal } from '../../src/bot/engine/trade-decision.ts';
import { readConfig } from '../../src/config/config.ts';
import { NO_SECRETS } from '../../src/config/secrets.ts';
import { epochMs, UpstreamError } from '../../src/domain/index.ts';
import { AssetDirectory } from '../../src/feed/asset-directory.ts';
import type { OtherServer } from '../../src/http/access/origins.ts';
import { botAdminRoutes, vaultRoutes } from '../../src/http/routes/admin/admin-routes.ts';
import { botRoutes } from '../../src/http/routes/bot/bot-routes.ts';
import { buildServer } from '../../src/http/server/server.ts';
import { SuggestedAssets } from '../../src/m2m/suggested-assets.ts';
import { FeedSearch } from '../../src/search/feed-search.ts';
import { FtsSearch } from '../../src/search/sqlite/fts-search.ts';
import { testAccounts } from './account-bench.ts';
import { NOW } from './fixed-feed.ts';
import { startBench } from './service-bench.ts';
import type { TestDatabase } from './service-database.ts';

const log = pino({ level: 'silent' });
/** A trade that fills. */
export const TRADE = { venue: 'hyperliquid', asset: 'hl-btc', side: 'buy', sizeUsd: 12, markPrice: 87_250 };

/** Starts the bot's server in mock mode, with a key whose owner has the money of `fees` trades. */
export async function startBotBench(
  t: TestContext,
  {
    fees = 10,
    env = {},
    vaultKeys = null as string | null,
    before = async (_database: TestDatabase) => {},
    other = null as OtherServer | null,
    /** A later start on the same data. */
    over = null as { readonly accounts: Accounts; readonly database: TestDatabase } | null,
    streamLimits = { perAddress: 20, total: 5_000 },
  } = {},
) {
  let monotonic = 0;
  let wall: number = NOW;
  const clock = () => epochMs(wall);
  const now = () => monotonic;
  const { accounts, database } = over ?? (await testAccounts(t, { env, clock, now }));
  const config = readConfig({ ...env });
  const { feed, history } = await startBench(t);
  const suggested = new SuggestedAssets({ search: new FeedSearch(feed, new FtsSearch()), now });
  const assets = new AssetDirectory(feed, history, (name) => suggested.suggest(name));
  await before(database);
  const signals = new Map<string, MarketSignal>();
  const lifecycle = new AsyncDisposableStack();
  t.after(() => lifecycle.disposeAsync());
  const bot = await openBot(
    {
      config,
      secrets: { ...NO_SECRETS, vaultKeys },
      database,
      ledger: accounts.ledger,
      feed,
      history,
      assets,
      books: { book: () => Promise.reject(new UpstreamError('network', 'no venue in tests')) },
      feeMicroUsd: accounts.routes.prices.trade,
      findSignal: async (asset) => signals.get(asset) ?? null,
      findBotKey: (botId) => accounts.keys.store.findByBot(botId),
      clock,
      log,
    },
    lifecycle,
  );
  const app = await buildServer({
    sets: [
      botRoutes({
        bot,
        assets,
        ledger: accounts.ledger,
        findKey: accounts.findKey,
        countCall: (botId) => accounts.botGate.countCall(botId),
        log,
      }),
      botAdminRoutes({
        operator: accounts.operator,
        keys: accounts.keys.store,
        controls: bot.controls,
        review: bot.review,
      }),
      vaultRoutes({ operator: accounts.operator, vault: bot.vault }),
    ],
    settings: { version: '0', trustedProxies: [], paidGating: true, streamLimits, other },
    gate: accounts.botGate,
    log,
    now,
  });
  t.after(() => app.close());

  const issue = (owner: string, rights: Partial<KeyRequest> = {}) =>
    accounts.keys.issue({ owner, tier: 'pro', label: null, venues: 'all', expiresAt: null, ...rights });
  const { rawKey } = await issue('owner_1');
  if (fees > 0) {
    const amount = accounts.routes.prices.trade * fees;
    await accounts.operator.credit(
      { owner: 'owner_1', amount: amount as never, ref: 'start' },
      { address: 'test', action: 'credit', target: 'owner_1', detail: null },
    );
  }
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: unknown,
    key: string | null = rawKey,
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return {
    app,
    feed,
    bot,
    rawKey,
    accounts,
    signals,
    database,
    call,
    issue,
    trade: (changes: object = {}, key?: string) =>
      call('POST', '/api/bot/trade', { ...TRADE, ...changes }, key),
    pass: (ms: number) => {
      monotonic += ms;
    },
    /** Moves the clock of the wall, too. */
    travel: (ms: number) => {
      monotonic += ms;
      wall += ms;
    },
  };
}
