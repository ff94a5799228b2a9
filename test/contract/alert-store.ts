import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AlertStore, RuleEvent } from '../../src/alerts/alert-store.ts';
import type { AlertStateRow } from '../../src/alerts/rows.ts';
import { type Clock, DAY_MS, epochMs, MINUTE_MS } from '../../src/domain/index.ts';

export interface AlertStoreBench {
  readonly store: AlertStore;
  /** Opens the same store again, as a restart does. */
  reopen(): Promise<AlertStore>;
}

export type OpenAlertStore = (t: TestContext, clock: Clock) => Promise<AlertStoreBench>;

const NOW = 1_763_700_000_000;
const ALL = { beforeSeq: Number.MAX_SAFE_INTEGER, since: 0, limit: 100 };

const state = (version: number, members: Partial<AlertStateRow> = {}): AlertStateRow => ({
  rule: 'high',
  subject: '',
  condition: 'c1',
  phase: 'firing',
  since: NOW,
  firedAt: NOW,
  position: null,
  version,
  ...members,
});

const event = (members: Partial<RuleEvent> = {}): RuleEvent => ({
  type: 'alerts.firing',
  rule: 'high',
  subject: '',
  asset: 'hl-BTC',
  t: NOW,
  value: 100_000.5,
  threshold: 100_000,
  text: 'BTC is at 100000.5',
  ...members,
});

/** Defines the tests that every engine of the alerts passes. */
export function describeAlertStore(engine: string, open: OpenAlertStore): void {
  const check = (
    name: string,
    body: (bench: AlertStoreBench & { setNow(now: number): void }) => Promise<void>,
  ) =>
    test(`${engine}: ${name}`, async (t) => {
      let now = NOW;
      const bench = await open(t, () => epochMs(now));
      await body({ ...bench, setNow: (value) => (now = value) });
    });

  check('a state and its event are stored together, and a restart keeps them', async ({ store, reopen }) => {
    assert.equal(await store.advance(state(1), [event()], ['a', 'b']), 'stored');
    const again = await reopen();
    assert.deepEqual(await again.listStates(), [state(1)]);
    const [stored] = await again.listEvents(ALL);
    const { id, deliveries, ...rest } = stored!;
    assert.match(id, /^evt_[0-9A-Za-z]{20}$/);
    assert.deepEqual(rest, { ...event(), seq: 1 });
    assert.deepEqual(
      deliveries.map(({ endpoint, state: is, tries, nextAt }) => ({ endpoint, is, tries, nextAt })),
      ['a', 'b'].map((endpoint) => ({ endpoint, is: 'waiting', tries: 0, nextAt: NOW })),
    );
  });

  check('a change that follows another state than the stored one stores nothing', async ({ store }) => {
    await store.advance(state(1), [event()], ['a']);
    assert.equal(await store.advance(state(1), [event()], ['a']), 'conflict');
    assert.equal(await store.advance(state(3), [event()], ['a']), 'conflict');
    assert.equal((await store.listEvents(ALL)).length, 1);
    assert.equal(await store.advance(state(2, { phase: 'ok' }), [], ['a']), 'stored');
    assert.equal((await store.listStates())[0]?.phase, 'ok');
  });

  check('events come newest first, by page and since a time', async ({ store }) => {
    for (let i = 1; i <= 5; i++) await store.advance(state(i), [event({ t: NOW + i })], []);
    const listed = async (page: Partial<typeof ALL>) =>
      (await store.listEvents({ ...ALL, ...page })).map(({ seq }) => seq);
    assert.deepEqual(await listed({}), [5, 4, 3, 2, 1]);
    assert.deepEqual(await listed({ beforeSeq: 4, limit: 2 }), [3, 2]);
    assert.deepEqual(await listed({ since: NOW + 4 }), [5, 4]);
    assert.equal((await store.findEvent(3))?.t, NOW + 3);
    assert.equal(await store.findEvent(9), null);
  });

  check('a delivery waits until the earlier one of its rule and endpoint has ended', async ({ store }) => {
    await store.advance(state(1), [event()], ['a', 'b']);
    await store.advance(state(2), [event()], ['a']);
    await store.advance(state(1, { rule: 'low' }), [event({ rule: 'low' })], ['a']);
    const due = async () => (await store.listDue(10)).map(({ seq, endpoint }) => `${seq} ${endpoint}`).sort();
    assert.deepEqual(await due(), ['1 a', '1 b', '3 a']);
    const first = (await store.listDue(10)).find(({ seq, endpoint }) => seq === 1 && endpoint === 'a')!;
    await store.settle({ ...first, tries: 1, nextAt: NOW + 1 }, false);
    assert.deepEqual(await due(), ['1 b', '3 a']);
    await store.settle({ ...first, state: 'delivered', status: 204, endedAt: NOW }, false);
    assert.deepEqual(await due(), ['1 b', '2 a', '3 a']);
  });

  check('an ended delivery does not change, and a dead one is tried again on request', async ({ store }) => {
    await store.advance(state(1), [event()], ['a']);
    const [due] = await store.listDue(1);
    const dead = { ...due!, state: 'dead', tries: 8, reason: 'no', endedAt: NOW } as const;
    await store.settle(dead, false);
    await store.settle({ ...dead, state: 'delivered' }, false);
    assert.deepEqual((await store.listEvents(ALL))[0]?.deliveries, [dead]);
    const retried = await store.retry(dead.id);
    assert.deepEqual({ ...retried }, { ...dead, state: 'waiting', tries: 0, nextAt: NOW, endedAt: null });
    assert.equal(await store.retry(dead.id), null, 'it waits');
    assert.equal(await store.retry('dlv_unknown'), null);
  });

  check('an endpoint that is gone gets nothing until it is switched on', async ({ store }) => {
    await store.advance(state(1), [event()], ['a']);
    await store.advance(state(2), [event()], ['a', 'b']);
    const due = (await store.listDue(9)).find(({ seq }) => seq === 1)!;
    await store.settle({ ...due, state: 'dead', status: 410, endedAt: NOW }, true);
    await store.advance(state(3), [event()], ['a']);
    const states = (await store.listEvents(ALL)).flatMap(({ seq, deliveries }) =>
      deliveries.map(({ endpoint, state: is }) => `${seq} ${endpoint} ${is}`),
    );
    assert.deepEqual(states, ['3 a dead', '2 a dead', '2 b waiting', '1 a dead']);
    assert.deepEqual(await store.listEndpoints(), [
      { endpoint: 'a', offSince: NOW, suppressed: 0, suppressedSince: null },
    ]);
    await store.switchOn('a');
    await store.advance(state(4), [event()], ['a']);
    assert.equal((await store.listDue(9)).filter(({ endpoint }) => endpoint === 'a').length, 1);
  });

  check('beyond 60 a minute deliveries are left out and told as one event', async ({ store, setNow }) => {
    for (let i = 1; i <= 70; i++) await store.advance(state(i), [event({ t: NOW + i })], ['a']);
    const [endpoint] = await store.listEndpoints();
    assert.deepEqual(endpoint, { endpoint: 'a', offSince: null, suppressed: 10, suppressedSince: NOW + 61 });
    setNow(NOW + MINUTE_MS);
    await store.tellSuppressed('a');
    await store.tellSuppressed('a');
    const events = await store.listEvents({ ...ALL, limit: 200 });
    const told = events.filter(({ type }) => type === 'alerts.suppressed');
    assert.deepEqual(
      told.map(({ value, rule, deliveries }) => ({ value, rule, sent: deliveries.length })),
      [{ value: 10, rule: null, sent: 1 }],
    );
    assert.equal(events.length, 71);
    assert.equal((await store.listEndpoints())[0]?.suppressed, 0);
  });

  check('what ended more than 30 days ago goes, and what waits stays', async ({ store, setNow }) => {
    await store.advance(state(1), [event()], ['a']);
    await store.advance(state(2), [event()], ['b']);
    await store.advance(state(3), [event({ t: NOW + 31 * DAY_MS })], []);
    const [due] = (await store.listDue(9)).filter(({ endpoint }) => endpoint === 'a');
    await store.settle({ ...due!, state: 'delivered', endedAt: NOW }, false);
    setNow(NOW + 31 * DAY_MS);
    await store.prune();
    assert.deepEqual(
      (await store.listEvents(ALL)).map(({ seq }) => seq),
      [3, 2],
    );
    await store.advance(state(4), [event()], []);
    assert.equal((await store.listEvents(ALL))[0]?.seq, 4, 'numbers are not used again');
  });

  check(
    'subjects that have been ok for 30 days are forgotten, and others stay',
    async ({ store, setNow }) => {
      const put = (subject: string, members: Partial<AlertStateRow>) =>
        store.advance(state(1, { subject, ...members }), [], []);
      await put('', { phase: 'ok' });
      await put('pair over', { phase: 'ok' });
      await put('pair that lasts', {});
      await put('pair over lately', { phase: 'ok', since: NOW + 2 * DAY_MS });
      setNow(NOW + 31 * DAY_MS);
      await store.prune();
      const left = (await store.listStates()).map(({ subject }) => subject).sort();
      assert.deepEqual(left, ['', 'pair over lately', 'pair that lasts']);
      assert.equal(await put('pair over', {}), 'stored', 'it begins anew');
    },
  );
}
