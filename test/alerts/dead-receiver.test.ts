import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AlertStore } from '../../src/alerts/alert-store.ts';
import { Deliverer } from '../../src/alerts/delivery/deliverer.ts';
import { Sender } from '../../src/alerts/delivery/send.ts';
import type { DeliveryRow } from '../../src/alerts/rows.ts';
import { prepareAlertQueries } from '../../src/alerts/sql/alerts.ts';
import { cryptoRandom, DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../src/domain/index.ts';
import { startReceiver } from '../support/alert-bench.ts';
import { openSqliteDatabase } from '../support/service-database.ts';

const START = 1_763_700_000_000;
const ALL = { beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 100_000 };
/** Two rules fire at every step. */
const [STEP_MS, RULES] = [20 * MINUTE_MS, ['first', 'second']];

for (const status of [503, 410]) {
  test(`an endpoint that answers ${status} for a month: what waits stays bounded, and all is told or counted afterwards`, async (t) => {
    let now = START;
    const clock = () => epochMs(now);
    const database = await openSqliteDatabase();
    t.after(() => database.close());
    const queries = database.buildQueries(prepareAlertQueries);
    const store = new AlertStore({ database, queries, clock, random: cryptoRandom });
    let isAway = true;
    const { endpoint, calls } = await startReceiver(t, (response) => {
      response.writeHead(isAway ? status : 204).end();
    });
    const faults: unknown[] = [];
    const deliverer = new Deliverer({
      store,
      sender: new Sender({ clock, userAgent: 'test', allowsPrivate: true }),
      findConfig: () => ({ rules: [], endpoints: [endpoint] }),
      clock,
      random: () => 0.5,
      onError: (error) => faults.push(error),
    });
    /** Makes the tries that are due, and waits until their outcomes are stored. */
    const deliver = async () => {
      deliverer.start();
      await deliverer.runRound();
      await deliverer.stop();
    };
    const versions = new Map<string, number>();
    const fire = async (rule: string) => {
      const version = (versions.get(rule) ?? 0) + 1;
      versions.set(rule, version);
      await store.advance(
        {
          rule,
          subject: '',
          condition: '',
          phase: 'firing',
          since: now,
          firedAt: now,
          position: null,
          version,
        },
        [
          {
            type: 'alerts.firing',
            rule,
            subject: '',
            asset: null,
            t: now,
            value: 2,
            threshold: 1,
            text: 'is at 2',
          },
        ],
        [endpoint.id],
      );
    };
    const list = async (state: DeliveryRow['state']) =>
      (await store.listEvents(ALL))
        .flatMap(({ deliveries }) => deliveries)
        .filter((one) => one.state === state);

    let fired = 0;
    let most = 0;
    for (; now < START + 30 * DAY_MS; now += STEP_MS) {
      for (const rule of RULES) {
        await fire(rule);
        fired++;
      }
      await deliver();
      if (Math.floor((now - START) / STEP_MS) % 50 > 0) continue;
      const waiting = await list('waiting');
      most = Math.max(most, waiting.length);
      // All its own tries, and those of the ones before it, which end after three each.
      for (const { createdAt } of waiting) assert.ok(now - createdAt < 3 * DAY_MS);
    }
    assert.ok(most <= 100, String(most));
    const dead = await list('dead');
    assert.ok(dead.length < 1_500, `${dead.length} dead letters`);
    const [{ suppressed = 0 } = {}] = await store.listEndpoints();
    const untold = (await store.listEvents(ALL)).filter(({ type }) => type === 'alerts.suppressed');
    const counted = suppressed + untold.reduce((sum, { value }) => sum + (value ?? 0), 0);
    const kept = [...dead, ...(await list('waiting'))].filter(({ rule }) => rule !== '');
    assert.equal(kept.length + counted, fired, 'each is kept or counted');

    isAway = false;
    const before = calls.length;
    if (status === 410) await store.retry(dead.at(-1)!.id);
    const end = now + 2 * HOUR_MS + 12 * HOUR_MS;
    for (; now < end; now += 5 * MINUTE_MS) for (let i = 0; i < 20; i++) await deliver();
    assert.equal((await list('waiting')).length, 0);
    assert.ok(calls.length > before);
    assert.equal((await store.listEndpoints())[0]?.suppressed, 0, 'the rest is told');
    assert.deepEqual(faults, []);
    t.diagnostic(
      `${fired} fired, ${before} calls, ${dead.length} dead letters, ${counted} counted, most waiting ${most}`,
    );
  });
}
