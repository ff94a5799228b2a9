/**
 * The whole service in live mode over the simulator, with billing off: what benches and drills of live orders share. The
 * simulated venues refuse calls beyond their published limits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { FaultSpec } from '../../simulator/faults.ts';
import { startApp } from '../../src/app/assemble.ts';
import type { TradingVenue } from '../../src/bot/execution/index.ts';
import { startSimulatorThread, toSimulatedVenues } from '../../src/cli/serve/simulator-thread.ts';
import { changeConfig, readConfig } from '../../src/config/config.ts';
import { readSecrets } from '../../src/config/secrets.ts';

const ADMIN = 'bench-admin-token-of-32-characters-and-more';

/** A bot with a credential of its own. */
export interface LiveBot {
  readonly rawKey: string;
  readonly owner: string;
  /** Account of the stand's first venue, by the simulator's name for it. */
  readonly account: string;
}

/** Answer of a route: its status and its JSON. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as a caller in any language reads them.
  readonly body: any;
}

export type LiveStand = Awaited<ReturnType<typeof startLiveStand>>;

export async function startLiveStand() {
  const simulator = await startSimulatorThread({ port: 0, seed: 7, markets: 120 });
  const control = new URL('/simulator', simulator.urls.hyperliquid).href;
  const dataDir = mkdtempSync(path.join(tmpdir(), 'crosstape-live-stand-'));
  const env = {
    CROSSTAPE_ADMIN_TOKEN: ADMIN,
    CROSSTAPE_VAULT_KEK: Buffer.alloc(32, 7).toString('base64'),
    CROSSTAPE_BOT_EXEC_MODE: 'live',
    CROSSTAPE_BOT_LIVE_EXECUTION: 'on',
  };
  const config = changeConfig(readConfig(env, toSimulatedVenues(simulator.urls)), {
    dataDir,
    server: { port: 0, botPort: 0 },
    bot: { ratePerMin: 100_000 },
  });
  const log = pino({ level: process.env.LIVE_STAND_LOG ?? 'silent' });
  const app = await startApp({ config, secrets: readSecrets(env), log });

  const ask = async (url: string, method: string, token: string, body?: object): Promise<Answer> => {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const askVenues = async (route: string, method: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${control}${route}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  };

  return {
    api: (method: string, url: string, body?: object) => ask(`${app.apiUrl}${url}`, method, ADMIN, body),
    bot: (bot: LiveBot, method: string, url: string, body?: object) =>
      ask(`${app.botUrl}${url}`, method, bot.rawKey, body),
    askVenues,
    /** Sets a fault; the result ends it. */
    async setFault(fault: FaultSpec): Promise<() => Promise<void>> {
      const { body } = await askVenues('/faults', 'POST', fault);
      return async () => void (await askVenues(`/faults/${body.id}`, 'DELETE'));
    },
    /** Opens an account at a venue and stores its credential for a new key. */
    async connect(venue: TradingVenue, owner: string): Promise<LiveBot> {
      const { body } = await ask(`${app.apiUrl}/api/account/keys`, 'POST', ADMIN, { owner, tier: 'pro' });
      const { body: account } = await askVenues('/accounts', 'POST', { venue, usd: 100_000 });
      const bot = { rawKey: body.rawKey as string, owner, account: account.account as string };
      const stored = await ask(`${app.botUrl}/api/bot/credentials`, 'POST', bot.rawKey, {
        venue,
        kind: account.kind,
        secret: account.secret,
      });
      if (stored.status !== 200) throw new Error(JSON.stringify(stored));
      return bot;
    },
    /** Reads the newest price of an asset, once its venue was polled. */
    async readPrice(asset: string): Promise<number> {
      for (let tries = 0; tries < 100; tries++) {
        const { body } = await ask(`${app.apiUrl}/api/m2m/${asset}/quote`, 'GET', ADMIN);
        const price = body.price?.last;
        if (typeof price === 'number') return price;
        await sleep(200);
      }
      throw new Error(`${asset} has no price`);
    },
    app,
    async close() {
      await app.stop();
      await simulator.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
