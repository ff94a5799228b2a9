import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { AlertStore } from '../../src/alerts/alert-store.ts';
import { Deliverer } from '../../src/alerts/delivery/deliverer.ts';
import { Sender } from '../../src/alerts/delivery/send.ts';
import { Evaluator } from '../../src/alerts/evaluation/evaluator.ts';
import type { Rule } from '../../src/alerts/rule.ts';
import { prepareAlertQueries } from '../../src/alerts/sql/alerts.ts';
import { cryptoRandom, epochMs, SECOND_MS } from '../../src/domain/index.ts';
import {
  AlertFeed,
  NO_HISTORY,
  NO_LIMITS,
  NO_SOURCES,
  SECRET,
  startReceiver,
} from '../support/alert-bench.ts';
import { isLong } from '../support/long-tests.ts';
import { seededRandom } from '../support/random.ts';
import { openSqliteDatabase } from '../support/service-database.ts';
import { until } from '../support/until.ts';

const CROSSINGS = isLong ? 10_000 : 1_000;

const RULE: Rule = {
  id: 'high',
  when: { type: 'cross', asset: 'hl-BTC', above: 100_000 },
  forMs: 0,
  cooldownMs: 0,
  tellResolved: false,
  to: ['phone'],
};

test(`${CROSSINGS} crossings with kills between state, event and delivery: each is told under one id, and none is lost`, async (t) => {
  const random = seededRandom(20_261_130);
  const feed = new AlertFeed();
  const clock = () => feed.now;
  let fault: 'before' | 'after' | null = null;
  const meet = (which: typeof fault) => {
    if (fault !== which) return;
    fault = null;
    throw new Error('killed');
  };
  const database = await openSqliteDatabase({
    faults: { beforeCommit: () => meet('before'), afterCommit: () => meet('after') },
  });
  t.after(() => database.close());
  const queries = database.buildQueries(prepareAlertQueries);
  const store = new AlertStore({ database, queries, clock, random: cryptoRandom, limits: NO_LIMITS });
  const { endpoint, calls } = await startReceiver(t);
  const sender = new Sender({ clock: () => epochMs(Date.now()), userAgent: 'test', allowsPrivate: true });

  const run = async () => {
    const deliverer = new Deliverer({
      store,
      sender,
      findConfig: () => ({ rules: [RULE], endpoints: [endpoint] }),
      clock,
      random,
      onError: () => undefined,
    });
    const evaluator = new Evaluator({
      store,
      feed,
      history: NO_HISTORY,
      sources: NO_SOURCES,
      clock,
      onEvents: () => deliverer.wake(),
      onError: () => undefined,
    });
    await evaluator.setRules([RULE]);
    deliverer.start();
    return { evaluator, deliverer };
  };

  feed.poll(99_000);
  let running = await run();
  await running.evaluator.tick();
  let kills = 0;
  for (let i = 0; i < CROSSINGS; i++) {
    // Deliveries of the last minute are counted for the rate limit.
    feed.now = epochMs(feed.now + SECOND_MS);
    for (const price of [100_500, 99_000]) {
      const roll = random();
      if (roll < 0.02) fault = roll < 0.01 ? 'before' : 'after';
      if (i % 2 === 0) feed.poll(price);
      else feed.stream(price);
      if (i % 2 === 1) feed.poll(price);
      if (roll < 0.05) {
        // The process is gone, whatever it was doing, and another one starts with the newest price.
        kills++;
        const gone = running;
        void gone.evaluator.stop();
        void gone.deliverer.stop();
        running = await run();
      }
      await running.evaluator.tick();
      await running.evaluator.tick();
    }
  }
  fault = null;
  const isDone = async () => {
    running.deliverer.wake();
    return (await store.listDue(1)).length === 0;
  };
  await until(isDone);
  await running.evaluator.stop();
  await running.deliverer.stop();

  const webhook = new Webhook(SECRET);
  const told = new Map<string, number>();
  for (const { headers, body } of calls) {
    const { data } = webhook.verify(body, headers as Record<string, string>) as { data: { seq: number } };
    const id = String(headers['webhook-id']);
    assert.ok(!told.has(id) || told.get(id) === data.seq, 'one id, one event');
    told.set(id, data.seq);
  }
  assert.equal(told.size, CROSSINGS);
  const events = await store.listEvents({ beforeSeq: 1e12, since: 0, limit: 3 * CROSSINGS });
  assert.equal(events.filter(({ type }) => type === 'alerts.firing').length, CROSSINGS);
  assert.equal(events.filter(({ type }) => type === 'alerts.resolved').length, CROSSINGS);
  const seqs = [...told.values()];
  assert.deepEqual(
    seqs,
    seqs.toSorted((a, b) => a - b),
    'in the order of the events',
  );
  t.diagnostic(`${kills} kills, ${calls.length} calls`);
});
