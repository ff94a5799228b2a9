import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { PREMIUM } from './callers.ts';
import type { DrillResult } from './drill-result.ts';
import { type RoleProcess, type ScaledInstallation, WholeService } from './installation.ts';

const REQUESTS = 6_000;
const CONNECTIONS = 30;
const IDLE_MS = 5_000;
const MAX_RATIO = 1.25;
/** Of `/proc/<pid>/stat`, as Linux has it everywhere. */
const TICK_MS = 10;

/** Keys that take turns, so that none reaches its quota. */
const KEYS = 40;

const QUOTES = [
  { what: 'a quote', path: '/api/asset/hl-BTC' },
  { what: 'a quote with a key', path: '/api/m2m/hl-BTC/bundle' },
  { what: 'a read of the history with a key', path: PREMIUM },
] as const;

/** Processor time of a request at three api processes, beside that of one process that does everything. */
export async function drillQuotes(installation: ScaledInstallation): Promise<readonly DrillResult[]> {
  const whole = await WholeService.start(installation.env);
  try {
    const results: DrillResult[] = [];
    for (const { what, path } of QUOTES) {
      const one = await measure([whole.process], path, await issueKeys(whole));
      const several = await measure(installation.apis, path, await issueKeys(installation));
      const ratio = several / one;
      results.push({
        what: `processor time of ${what} at \`all\` and at ${installation.apis.length} api processes`,
        found: `${one.toFixed(3)} and ${several.toFixed(3)} ms, ratio ${ratio.toFixed(2)}`,
        bar: `<= ${MAX_RATIO}`,
        isHeld: ratio <= MAX_RATIO,
      });
    }
    return results;
  } finally {
    await whole.stop();
  }
}

/** @returns Ms of a processor for each request, without what the processes do anyway. */
async function measure(
  processes: readonly RoleProcess[],
  path: string,
  keys: readonly string[],
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = (i: number) =>
    call(`${processes[i % processes.length]?.url}${path}`, String(keys[i % keys.length]), agent);
  const askAll = async (count: number) => {
    let next = 0;
    const caller = async () => {
      while (next < count) await ask(next++);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  };
  try {
    await askAll(REQUESTS / 3);
    await sleep(1_000);
    const idleFrom = cpuMs(processes);
    await sleep(IDLE_MS);
    const idle = (cpuMs(processes) - idleFrom) / IDLE_MS;
    const [from, at] = [cpuMs(processes), performance.now()];
    await askAll(REQUESTS);
    const used = cpuMs(processes) - from - idle * (performance.now() - at);
    return used / REQUESTS;
  } finally {
    agent.destroy();
  }
}

async function issueKeys(operator: Pick<ScaledInstallation, 'admin'>): Promise<readonly string[]> {
  const request = { owner: 'owner_1', tier: 'enterprise', label: 'quotes' };
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i++)
    keys.push(String((await operator.admin('POST', '/api/account/keys', request)).rawKey));
  return keys;
}

function call(url: string, rawKey: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'x-api-key': rawKey } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
  });
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
