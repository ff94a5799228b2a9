import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { PREMIUM } from './callers.ts';
import type { DrillResult } from './drill-result.ts';
import { type RoleProcess, ScaledInstallation, WholeService } from './installation.ts';
import { callSteadily } from './steady-callers.ts';

/** Of each process, so that each is as busy as the one that is alone. */
const REQUESTS = 12_000;
const WARM_UP = 3_000;
const CONNECTIONS = 32;
const ROUNDS = 7;
const IDLE_MS = 2_000;
const MAX_RATIO = 1.25;
/** Of `/proc/<pid>/stat`, as Linux has it everywhere. */
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
 * Processor time of a request at api processes, beside that of processes that do everything: each has the same number of
 * connections and requests, and all are measured in turns. Where processes share their processors, each request of each
 * of them takes longer, so the ratio is to as many that do everything; one of them alone is measured as well.
 */
export async function drillQuotes(apis: number): Promise<readonly DrillResult[]> {
  await using lifecycle = new AsyncDisposableStack();
  const wholes: Target[] = [];
  for (let started = 0; started < apis; started++) {
    const whole = lifecycle.adopt(await WholeService.start(ENV), (service) => service.stop());
    wholes.push({ process: whole.process, keys: await issueKeys(whole) });
  }
  const started = await ScaledInstallation.start({ apis, env: ENV });
  const installation = lifecycle.adopt(started, (running) => running.stop());
  const keys = await issueKeys(installation);
  return await compare(
    wholes,
    installation.apis.map((process) => ({ process, keys })),
  );
}

async function compare(wholes: readonly Target[], apis: readonly Target[]): Promise<readonly DrillResult[]> {
  const results: DrillResult[] = [];
  for (const { what, path } of QUOTES) {
    const alone: number[] = [];
    const beside: number[] = [];
    const several: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await measure(wholes.slice(0, 1), path));
      beside.push(await measure(wholes, path));
      several.push(await measure(apis, path));
    }
    const ratios = several.map((ms, round) => ms / (beside[round] ?? Number.NaN));
    const ratio = middle(ratios);
    const [one, many, api] = [alone, beside, several].map((times) => middle(times).toFixed(3));
    results.push({
      what: `processor time of ${what} at ${apis.length} \`all\` and at ${apis.length} api processes`,
      found: `${many} and ${api} ms, ratio ${ratio.toFixed(2)} (${ratios.map((each) => each.toFixed(2)).join(', ')}); one \`all\` alone ${one} ms`,
      bar: `<= ${MAX_RATIO}`,
      isHeld: ratio <= MAX_RATIO,
    });
  }
  return results;
}

/** @returns Ms of a processor for each request, without what the processes do anyway. */
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
