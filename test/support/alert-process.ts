import { AlertStore } from '../../src/alerts/alert-store.ts';
import { Deliverer } from '../../src/alerts/delivery/deliverer.ts';
import { Sender } from '../../src/alerts/delivery/send.ts';
import { Evaluator } from '../../src/alerts/evaluation/evaluator.ts';
import type { Rule } from '../../src/alerts/rule.ts';
import { prepareAlertQueries } from '../../src/alerts/sql/alerts.ts';
import { cryptoRandom, epochMs } from '../../src/domain/index.ts';
import { AlertFeed, NO_HISTORY, NO_LIMITS, NO_SOURCES, SECRET } from './alert-bench.ts';
import { openSqliteDatabase } from './service-database.ts';

/** Points of a commit at which the process kills itself. */
export type KillPoint = 'before' | 'after';

/** Command of a test to the process: a price, and the commit step at which the process ends. */
export interface AlertOrder {
  readonly price: number;
  readonly kill: KillPoint | null;
}

export const KILLED_RULE: Rule = {
  id: 'high',
  when: { type: 'cross', asset: 'hl-BTC', above: 100_000 },
  forMs: 0,
  cooldownMs: 0,
  tellResolved: false,
  to: ['phone'],
};

/**
 * A process that evaluates one rule over prices that a test sends and delivers its events, to be killed. Its arguments are
 * the data directory and the URL of the receiver.
 */
if (process.send !== undefined) {
  const [dataDir, url] = process.argv.slice(2);
  let kill: KillPoint | null = null;
  const meet = (point: KillPoint) => {
    if (kill === point) process.kill(process.pid, 'SIGKILL');
  };
  const database = await openSqliteDatabase({
    dataDir: dataDir!,
    faults: { beforeCommit: () => meet('before'), afterCommit: () => meet('after') },
  });
  const feed = new AlertFeed();
  feed.now = epochMs(Date.now());
  const clock = () => feed.now;
  const queries = database.buildQueries(prepareAlertQueries);
  const store = new AlertStore({ database, queries, clock, random: cryptoRandom, limits: NO_LIMITS });
  const endpoint = {
    id: 'phone',
    url: new URL(url!),
    format: 'standard',
    secrets: [SECRET],
    chatId: null,
  } as const;
  const onError = (error: unknown) => {
    throw error;
  };
  const deliverer = new Deliverer({
    store,
    sender: new Sender({ clock: () => epochMs(Date.now()), userAgent: 'test', allowsPrivate: true }),
    findConfig: () => ({ rules: [KILLED_RULE], endpoints: [endpoint] }),
    clock,
    random: Math.random,
    onError,
  });
  const evaluator = new Evaluator({
    store,
    feed,
    history: NO_HISTORY,
    sources: NO_SOURCES,
    clock,
    onEvents: () => deliverer.wake(),
    onError,
  });
  await evaluator.setRules([KILLED_RULE]);
  deliverer.start();
  process.on('message', async ({ order }: { readonly order: AlertOrder | null }) => {
    if (order === null) {
      const waits = async () =>
        (await store.listEvents({ beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 10_000 })).some(
          ({ deliveries }) => deliveries.some(({ state }) => state === 'waiting'),
        );
      process.send!(await waits());
      return;
    }
    kill = order.kill;
    feed.poll(order.price);
    await evaluator.tick();
    process.send!('done');
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
