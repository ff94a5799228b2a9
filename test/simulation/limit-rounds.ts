import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RedisServer } from '../servers/redis-server.ts';

const PROCESSES = 3;

/** Next act of a process. */
export type LimitOrder =
  | {
      readonly kind: 'requests';
      readonly botId: string;
      readonly attempts: number;
      readonly ratePerMin: number;
      readonly monthlyQuota: number | null;
      readonly busyMs: number;
    }
  | {
      readonly kind: 'slots';
      readonly botId: string;
      readonly attempts: number;
      readonly limit: number;
      readonly busyMs: number;
    }
  | {
      readonly kind: 'drip';
      readonly botId: string;
      readonly callers: number;
      readonly forMs: number;
      readonly monthlyQuota: number;
    }
  | { readonly kind: 'times' };

export interface LimitAnswer {
  readonly taken: number;
  /** Times at which requests were taken, epoch ms. */
  readonly times?: readonly number[];
  /** Number of times that the server was away. */
  readonly losses?: number;
}

/** Requests and streams that were let through beyond a limit. */
export interface Overshoot {
  readonly rate: number;
  readonly quota: number;
  readonly slots: number;
  /** Number of times that the server was away for a process, which counted for itself then. */
  readonly losses: number;
}

export interface LimitRoundsOptions {
  /** `postgres://...` of a database with the schema. */
  readonly databaseUrl: string;
  /** null: each process counts for itself. */
  readonly redisUrl: string | null;
  /** Maximum time of an answer of the server, ms. */
  readonly answerMs: number;
}

/** Processes that share limits. */
export class LimitProcesses {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async start({ databaseUrl, redisUrl, answerMs }: LimitRoundsOptions): Promise<LimitProcesses> {
    const file = path.join(import.meta.dirname, 'limit-process.ts');
    const children = Array.from({ length: PROCESSES }, () =>
      fork(file, [databaseUrl, redisUrl ?? '', String(answerMs)], { stdio: 'inherit' }),
    );
    await Promise.all(children.map((child) => receive(child)));
    return new LimitProcesses(children);
  }

  /** Sends all orders at once. @returns The answers, in order of the processes. */
  async order(order: LimitOrder): Promise<LimitAnswer[]> {
    return Promise.all(
      this.#children.map((child) => {
        const answer = receive(child);
        child.send(order);
        return answer;
      }),
    );
  }

  async taken(order: LimitOrder): Promise<number> {
    return (await this.order(order)).reduce((sum, { taken }) => sum + taken, 0);
  }

  /** Counts the times that the server was away so far, over all processes. */
  async countLosses(): Promise<number> {
    return (await this.order({ kind: 'times' })).reduce((sum, { losses = 0 }) => sum + losses, 0);
  }

  async stop(): Promise<void> {
    const ended = this.#children.map((child) => (child.exitCode === null ? once(child, 'exit') : null));
    for (const child of this.#children) if (child.connected) child.disconnect();
    await Promise.all(ended);
  }
}

async function receive(child: ChildProcess): Promise<LimitAnswer> {
  const aborted = new AbortController();
  const ended = once(child, 'exit', { signal: aborted.signal }).then(() => {
    throw new Error('a process that shares limits has ended');
  });
  ended.catch(() => undefined);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  aborted.abort();
  return answer;
}

/**
 * Lets all processes try at once for one key.
 *
 * @param attempts Over all processes.
 * @param busyMs How long each process does something else, several times, before it sends its attempts and before it reads
 *   their answers.
 */
export async function measureOvershoot(
  processes: LimitProcesses,
  attempts: number,
  { busyMs = 0 }: { readonly busyMs?: number } = {},
): Promise<Overshoot> {
  const share = Math.ceil(attempts / PROCESSES);
  const limit = Math.floor(attempts * 0.375);
  const unlimited = 1_000_000_000;
  const run = `${process.pid}_${performance.now()}`;
  const lossesBefore = await processes.countLosses();
  const rate = await processes.taken({
    kind: 'requests',
    botId: `rate_${run}`,
    attempts: share,
    ratePerMin: limit,
    monthlyQuota: unlimited,
    busyMs,
  });
  const quota = await processes.taken({
    kind: 'requests',
    botId: `quota_${run}`,
    attempts: share,
    ratePerMin: unlimited,
    monthlyQuota: limit,
    busyMs,
  });
  const slots = await processes.taken({
    kind: 'slots',
    botId: `slots_${run}`,
    attempts: share,
    limit: 5,
    busyMs,
  });
  const losses = (await processes.countLosses()) - lossesBefore;
  return { rate: rate - limit, quota: quota - limit, slots: slots - 5, losses };
}

export interface LossReport {
  readonly taken: number;
  /** Requests beyond the quota. */
  readonly overshoot: number;
  /** Requests of the second before each loss, which may not have been stored yet. */
  readonly unwritten: number;
}

/**
 * Takes requests without pause while the server is emptied, killed and started again, and then as many as a quota lets
 * through that had 500 left.
 */
export async function measureLosses(
  processes: LimitProcesses,
  server: RedisServer,
  { forMs = 2_000, callers = 5 }: { readonly forMs?: number; readonly callers?: number } = {},
): Promise<LossReport> {
  const botId = `losses_${process.pid}_${performance.now()}`;
  const lostAt: number[] = [];
  const dripping = processes.taken({
    kind: 'drip',
    botId,
    callers,
    forMs: forMs * 3,
    monthlyQuota: 1_000_000_000,
  });
  await pause(forMs);
  lostAt.push(Date.now());
  await server.run('FLUSHALL');
  await pause(forMs);
  lostAt.push(Date.now());
  await server.kill();
  await pause(forMs / 4);
  await server.restart();
  const before = await dripping;
  const left = 500;
  const monthlyQuota = before + left;
  let after = 0;
  for (let taken = -1; taken !== 0; after += taken) {
    taken = await processes.taken({ kind: 'drip', botId, callers, forMs, monthlyQuota });
  }
  const times = (await processes.order({ kind: 'times' })).flatMap(({ times: ofOne = [] }) => ofOne);
  const unwritten = times.filter((at) => lostAt.some((lost) => at > lost - 1_000 && at <= lost)).length;
  return { taken: before + after, overshoot: after - left, unwritten };
}
