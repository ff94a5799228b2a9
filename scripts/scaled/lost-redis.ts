import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisServer } from '../../test/servers/redis-server.ts';
import { type Answer, ask, attempt, issue, PREMIUM } from './callers.ts';
import type { DrillResult } from './drill-result.ts';
import type { RoleProcess, ScaledInstallation } from './installation.ts';

const ATTEMPTS = 1_600;
const RATE = 600;
const QUOTA = 500;
/** The rush has begun, and has not ended. */
const CAUSE_AFTER = 100;
const LASTS_MS = 2_000;
/** The next drill begins when processes count together again. */
const SETTLES_MS = 2_500;

interface Fault {
  readonly name: string;
  cause(server: RedisServer): unknown;
  mend(server: RedisServer): unknown;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'killed',
    cause: (server) => server.kill(),
    mend: (server) => server.restart(),
  },
  { name: 'emptied', cause: (server) => server.run('FLUSHALL'), mend: () => undefined },
  {
    name: 'frozen',
    cause: (server) => server.freeze(),
    mend: (server) => server.thaw(),
  },
  {
    name: 'full',
    cause: (server) => server.run('CONFIG', 'SET', 'maxmemory', '1'),
    mend: (server) => server.run('CONFIG', 'SET', 'maxmemory', '0'),
  },
  {
    name: 'read only',
    cause: (server) => server.run('REPLICAOF', '127.0.0.1', '1'),
    mend: (server) => server.run('REPLICAOF', 'NO', 'ONE'),
  },
];

/**
 * Drills rate and quota of a key that is tried at all processes at once while Redis is lost, for each way to lose it.
 */
export async function drillLostRedis(installation: ScaledInstallation): Promise<readonly DrillResult[]> {
  const results: DrillResult[] = [];
  for (const fault of FAULTS) {
    results.push(await tryLimit(installation, fault, { tier: 'pro', limit: RATE, what: 'rate' }));
    results.push(await tryLimit(installation, fault, { tier: 'enterprise', limit: QUOTA, what: 'quota' }));
  }
  return results;
}

interface Tried {
  readonly tier: string;
  readonly limit: number;
  readonly what: 'rate' | 'quota';
}

async function tryLimit(
  installation: ScaledInstallation,
  { name, cause, mend }: Fault,
  { tier, limit, what }: Tried,
): Promise<DrillResult> {
  const { apis, redis } = installation;
  const { rawKey } = await issue(installation, tier, `${name} ${what}`);
  const { promise: isDue, resolve: begin } = Promise.withResolvers<void>();
  let answered = 0;
  const trying = attempt(apis, ATTEMPTS, async (url) => {
    const answer = await ask(url + PREMIUM, rawKey);
    answered++;
    if (answered === CAUSE_AFTER) begin();
    return answer;
  });
  await isDue;
  const causedAt = performance.now();
  await cause(redis);
  await sleep(LASTS_MS);
  await mend(redis);
  const answers = await trying;
  await Promise.all(apis.map(untilCounted));
  await sleep(SETTLES_MS);
  const passed = answers.filter(({ status }) => status === 200);
  const strange = answers.filter(({ status }) => status !== 200 && status !== 429);
  const before = passed.filter(({ at }) => at <= causedAt).length;
  // Of a rate one window more; of a quota what no process had written within a second.
  const more = what === 'rate' ? limit : mostWithinSecond(passed);
  return {
    what: `Redis ${name} during ${ATTEMPTS} attempts, ${what} ${limit}`,
    found: `${passed.length} passed (${before} before), overshoot ${Math.max(0, passed.length - limit)}, ${strange.length} neither passed nor refused${strange.length === 0 ? '' : ` (${[...new Set(strange.map(({ status }) => status))]})`}, slowest ${slowest(answers)} ms`,
    bar: `at most ${limit + more}`,
    isHeld: passed.length <= limit + more && strange.length === 0,
  };
}

function mostWithinSecond(answers: readonly Answer[]): number {
  const times = answers.map(({ at }) => at).toSorted((a, b) => a - b);
  return Math.max(0, ...times.map((from, i) => times.slice(i).filter((at) => at < from + 1_000).length));
}

function slowest(answers: readonly Answer[]): number {
  return Math.round(Math.max(...answers.map(({ tookMs }) => tookMs)));
}

/** Waits until the process counts on the server again. */
async function untilCounted({ url }: RoleProcess): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    if (/^crosstape_redis_up 1$/m.test(text)) return;
    await sleep(100);
  }
}
