import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, attempt, drain, issue, PREMIUM, STREAM, untilReady } from './callers.ts';
import type { DrillResult } from './drill-result.ts';
import { drillHistory } from './history-drill.ts';
import type { ScaledInstallation } from './installation.ts';
import { drillLostRedis } from './lost-redis.ts';
import { drillQuotes, drillWithRedis } from './quotes.ts';

type Drill = (installation: ScaledInstallation) => Promise<readonly DrillResult[]>;

const ATTEMPTS = 1_600;
const PRO_RATE = 600;
const QUOTA = 500;
const PRO_SLOTS = 5;
const MAX_ENDED_MS = 6_000;

export const DRILLS: Readonly<Record<string, Drill>> = {
  limits: drillLimits,
  revoked: drillRevoked,
  lost: drillLostRedis,
  restart: drillRestart,
  upstream: drillUpstream,
};

/** Drills that need no installation, or one of their own. */
export const APART_DRILLS: Readonly<Record<string, (apis: number) => Promise<readonly DrillResult[]>>> = {
  history: drillHistory,
  quotes: drillQuotes,
  redis: drillWithRedis,
};

/** Drills rate, quota and slots of one key each, tried at all processes at the same time. */
async function drillLimits(installation: ScaledInstallation): Promise<readonly DrillResult[]> {
  const { apis } = installation;
  const pro = await issue(installation, 'pro', 'rate');
  const rated = await attempt(apis, ATTEMPTS, (url) => ask(url + PREMIUM, pro.rawKey));
  const free = await issue(installation, 'pro', 'slots');
  const slots = await attempt(apis, ATTEMPTS / 40, async (url) => {
    const response = await ask(url + STREAM, free.rawKey, true);
    return response;
  });
  const open = slots.filter(({ status }) => status === 200);
  for (const { cancel } of slots) cancel();
  const limited = await issue(installation, 'enterprise', 'quota');
  const counted = await attempt(apis, ATTEMPTS, (url) => ask(url + PREMIUM, limited.rawKey));
  const passed = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
  return [
    judgeOvershoot(`${ATTEMPTS} attempts, rate ${PRO_RATE}`, passed(rated), PRO_RATE),
    judgeOvershoot(`${slots.length} streams, slots ${PRO_SLOTS}`, open.length, PRO_SLOTS),
    judgeOvershoot(`${ATTEMPTS} attempts, quota ${QUOTA}`, passed(counted), QUOTA),
  ];
}

function judgeOvershoot(what: string, passed: number, limit: number): DrillResult {
  return {
    what,
    found: `${passed} passed, overshoot ${Math.max(0, passed - limit)}`,
    bar: 'overshoot 0, and the limit is reached',
    isHeld: passed === limit,
  };
}

/** Drills a key that is revoked at one process: how soon the others refuse it, and its streams end. */
async function drillRevoked(installation: ScaledInstallation): Promise<readonly DrillResult[]> {
  const { apis } = installation;
  const key = await issue(installation, 'enterprise', 'revoked');
  const streams = await Promise.all(
    apis.map(async ({ url }) => {
      const response = await fetch(url + STREAM, { headers: { 'x-api-key': key.rawKey } });
      if (!response.ok) throw new Error(`a stream was refused: ${response.status}`);
      return response;
    }),
  );
  const before = await Promise.all(apis.map(({ url }) => ask(url + PREMIUM, key.rawKey)));
  if (before.some(({ status }) => status !== 200)) throw new Error('the key was refused before its end');
  const revokedAt = performance.now();
  await installation.admin('DELETE', '/api/account/keys', { keyHash: key.keyHash });
  const since = () => Math.round(performance.now() - revokedAt);
  const ended = Promise.all(streams.map(async (response) => drain(response).then(since)));
  const refused = Promise.all(
    apis.map(async ({ url }) => {
      while ((await ask(url + PREMIUM, key.rawKey)).status === 200) await sleep(20);
      return since();
    }),
  );
  const judge = (what: string, times: readonly number[]): DrillResult => ({
    what,
    found: `${times.join(', ')} ms`,
    bar: `<= ${MAX_ENDED_MS} ms`,
    isHeld: Math.max(...times) <= MAX_ENDED_MS,
  });
  return [
    judge('revoked key, refused by each', await refused),
    judge('its streams, ended at each', await ended),
  ];
}

/** Drills restarts: each api process stops and starts again while requests come to the proxy. */
async function drillRestart({ apis, proxyUrl }: ScaledInstallation): Promise<readonly DrillResult[]> {
  const stop = new AbortController();
  let asked = 0;
  const failed: string[] = [];
  const load = Array.from({ length: 8 }, async () => {
    while (!stop.signal.aborted) {
      asked++;
      const response = await fetch(`${proxyUrl}/api/feed?venue=hyperliquid&limit=5`).catch(
        (error: Error) => ({ ok: false, status: error.message, body: null }),
      );
      if (!response.ok) failed.push(String(response.status));
      await response.body?.cancel();
      await sleep(10);
    }
  });
  for (const api of apis) {
    await api.stop();
    await api.start();
    await untilReady(api);
  }
  stop.abort();
  await Promise.all(load);
  return [
    {
      what: 'restart of one process after the other',
      found: `${failed.length} of ${asked} requests failed${failed.length === 0 ? '' : `: ${[...new Set(failed)]}`}`,
      bar: '0 failed',
      isHeld: failed.length === 0 && asked > 100,
    },
  ];
}

/** Longer than the slowest rhythm of polls, so that each window has as many. */
const WATCH_MS = 60_000;

/** Calls to the venue for one asset with one reader, and with 200 at all processes. */
async function drillUpstream(installation: ScaledInstallation): Promise<readonly DrillResult[]> {
  const key = await issue(installation, 'enterprise', 'readers', { quantity: 10 });
  const watch = async (readers: number): Promise<number> => {
    const abort = new AbortController();
    const urls = Array.from(
      { length: readers },
      (_, i) => installation.apis[i % installation.apis.length]?.url,
    );
    await Promise.all(
      urls.map(async (url, i) => {
        const headers = { 'x-api-key': String(key.more[i % key.more.length]) };
        const response = await fetch(url + STREAM, { headers, signal: abort.signal });
        if (!response.ok) throw new Error(`a reader was refused: ${response.status}`);
        drain(response).catch(() => undefined);
      }),
    );
    await sleep(2_000);
    const before = await countUpstream(installation);
    await sleep(WATCH_MS);
    const after = await countUpstream(installation);
    abort.abort();
    await sleep(2_000);
    return after - before;
  };
  const one = await watch(1);
  const many = await watch(200);
  return [
    {
      what: `calls to the venue in ${WATCH_MS / 1_000} s, 1 and 200 readers of one asset`,
      found: `${one} and ${many}`,
      bar: '+- 5 %, two calls at least',
      isHeld: Math.abs(many - one) <= Math.max(2, one * 0.05),
    },
  ];
}

async function countUpstream({ feed }: ScaledInstallation): Promise<number> {
  const text = await (await fetch(`${feed.url}/metrics`)).text();
  const value = /^crosstape_upstream_requests_total\{venue="hyperliquid"\} (\d+)/m.exec(text)?.[1];
  if (value === undefined) throw new Error('the feed does not say how often it asked');
  return Number(value);
}
