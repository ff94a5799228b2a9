import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis, RedisServer } from '../../test/servers/redis-server.ts';
import { PREMIUM } from './callers.ts';
import type { DrillResult } from './drill-result.ts';
import { type RoleProcess, ScaledInstallation, WholeService } from './installation.ts';
import { callSteadily } from './steady-callers.ts';

/** Number of requests to each process, so that several processes are each as busy as a single one. */
const REQUESTS = 12_000;
const WARM_UP = 3_000;
const CONNECTIONS = 32;
const ROUNDS = 7;
const IDLE_MS = 2_000;
const MAX_RATIO = 1.25;
/** Length of a tick of `/proc/<pid>/stat`, which is the same on every Linux, ms. */
const TICK_MS = 10;
/** Keys that take turns. */
const KEYS = 40;

const QUOTES = [
  { what: 'a quote', path: '/api/asset/hl-BTC' },
  { what: 'a quote with a key', path: '/api/m2m/hl-BTC/bundle' },
  { what: 'a read of the history with a key', path: PREMIUM },
] as const;

/** Rate and quota are counted, and never reached. */
const ENV = {
  CROSSTAPE_PAID_GATING: 'on',
  CROSSTAPE_TIER_ENTERPRISE_MONTHLY_QUOTA: '100000000',
  CROSSTAPE_TIER_ENTERPRISE_RATE_PER_MIN: '1000000',
};

/** A process, and keys that it takes. */
interface Target {
  readonly process: RoleProcess;
  readonly keys: readonly string[];
}

/**
 * Measures the processor time of a request at api processes, beside that of processes that do everything: each has the
 * same number of connections and requests, and all are measured in turns. Where processes share their processors, each
 * request of each of them takes longer, so the ratio is to as many that do everything; one of them alone is measured as
 * well.
 */
export async function drillQuotes(apis: number): Promise<readonly DrillResult[]> {
  await using lifecycle = new AsyncDisposableStack();
  const wholes: Target[] = [];
  for (let started = 0; started < apis; started++) wholes.push(await startWhole(lifecycle, ENV));
  const started = await ScaledInstallation.start({ apis, env: ENV });
  const installation = lifecycle.adopt(started, (running) => running.stop());
  const keys = await issueKeys(installation);
  const several = installation.apis.map((process) => ({ process, keys }));
  const results: DrillResult[] = [];
  for (const { what, path } of QUOTES) {
    const [alone, beside, api] = await measureInTurns(path, [wholes.slice(0, 1), wholes, several]);
    const { found, isHeld } = judge(beside, api);
    results.push({
      what: `processor time of ${what} at ${apis} \`all\` and at ${apis} api processes`,
      found: `${found}; one \`all\` alone ${middle(alone).toFixed(3)} ms`,
      bar: `<= ${MAX_RATIO}`,
      isHeld,
    });
  }
  return results;
}

/**
 * Measures the processor time of a request at one process that does everything and counts limits in Redis, beside one
 * that counts alone.
 */
export async function drillWithRedis(): Promise<readonly DrillResult[]> {
  const [program] = findRedis();
  if (program === undefined) throw new Error('Redis is missing');
  await using lifecycle = new AsyncDisposableStack();
  const redis = lifecycle.adopt(await RedisServer.start(program), (server) => server.stop());
  const without = await startWhole(lifecycle, ENV);
  const beside = await startWhole(lifecycle, { ...ENV, CROSSTAPE_REDIS_URL: redis.url });
  const results: DrillResult[] = [];
  for (const { what, path } of QUOTES) {
    const [alone, shared] = await measureInTurns(path, [[without], [beside]]);
    results.push({
      what: `processor time of ${what} at one \`all\` without and with Redis`,
      ...judge(alone, shared),
      bar: `<= ${MAX_RATIO}`,
    });
  }
  return results;
}

async function startWhole(
  lifecycle: AsyncDisposableStack,
  env: Readonly<Record<string, string>>,
): Promise<Target> {
  const whole = lifecycle.adopt(await WholeService.start(env), (service) => service.stop());
  return { process: whole.process, keys: await issueKeys(whole) };
}

/** Measures groups in turns; returns the times of each group, one for each round. */
async function measureInTurns<Groups extends readonly (readonly Target[])[]>(
  path: string,
  groups: readonly [...Groups],
): Promise<{ readonly [Group in keyof Groups]: readonly number[] }> {
  const times = groups.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, targets] of groups.entries()) times[i]?.push(await measure(targets, path));
  }
  return times as { readonly [Group in keyof Groups]: readonly number[] };
}

function judge(one: readonly number[], other: readonly number[]): Pick<DrillResult, 'found' | 'isHeld'> {
  const ratios = other.map((ms, round) => ms / (one[round] ?? Number.NaN));
  const ratio = middle(ratios);
  const rounds = ratios.map((each) => each.toFixed(2)).join(', ');
  return {
    found: `${middle(one).toFixed(3)} and ${middle(other).toFixed(3)} ms, ratio ${ratio.toFixed(2)} (${rounds})`,
    isHeld: ratio <= MAX_RATIO,
  };
}

/** Measures the ms of a processor for each request, without what the processes do anyway. */
async function measure(targets: readonly Target[], path: string): Promise<number> {
  const processes = targets.map(({ process }) => process);
  const askAll = (requests: number) =>
    Promise.all(
      targets.map(({ process: { url }, keys }) =>
        callSteadily({ url, path, keys, connections: CONNECTIONS, requests }),
      ),
    );
  await askAll(WARM_UP);
  await sleep(1_000);
  const idleFrom = cpuMs(processes);
  await sleep(IDLE_MS);
  const idle = (cpuMs(processes) - idleFrom) / IDLE_MS;
  const [from, at] = [cpuMs(processes), performance.now()];
  await askAll(REQUESTS);
  const used = cpuMs(processes) - from - idle * (performance.now() - at);
  return used / (REQUESTS * processes.length);
}

async function issueKeys(operator: Pick<ScaledInstallation, 'admin'>): Promise<readonly string[]> {
  const request = { owner: 'owner_1', tier: 'enterprise', label: 'quotes' };
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++)
    keys.push(String((await operator.admin('POST', '/api/account/keys', request)).rawKey));
  return keys;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function cpuMs(processes: readonly RoleProcess[]): number {
  const ticks = processes.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}
