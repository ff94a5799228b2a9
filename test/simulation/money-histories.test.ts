import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebhookEvents } from '../../src/billing/webhooks/webhook-events.ts';
import { rounds } from '../support/long-tests.ts';
import { SQLITE_HISTORIES } from './history-engines.ts';
import { type HistoryEngine, runHistory } from './money-histories.ts';

/** Histories, and the seed of the first; the note in `docs/testing.md` says how they are run at length. */
const HISTORIES = Number(process.env.CROSSTAPE_HISTORIES ?? rounds(30, 1_000));
const FROM = Number(process.env.CROSSTAPE_HISTORIES_FROM ?? 1);

/** Seeds that once failed. A failing seed prints itself; put it here. */
const REGRESSIONS: readonly number[] = [641];

test(`${HISTORIES} random histories of payments come to what the books of three providers say`, async () => {
  const sum = { deliveries: 0, restarts: 0, restores: 0 };
  for (const seed of [...REGRESSIONS, ...Array.from({ length: HISTORIES }, (_, i) => FROM + i)]) {
    const report = await runHistory(seed, SQLITE_HISTORIES);
    sum.deliveries += report.deliveries;
    sum.restarts += report.restarts;
    sum.restores += report.restores;
  }
  assert.ok(sum.deliveries > 10 * HISTORIES, JSON.stringify(sum));
  assert.ok(sum.restarts > HISTORIES, JSON.stringify(sum));
  assert.ok(sum.restores > HISTORIES / 20, JSON.stringify(sum));
});

/** Histories in which the service takes events in a wrong way. */
const withEvents = (
  change: (events: Pick<WebhookEvents, 'process'>) => WebhookEvents['process'],
): HistoryEngine => ({
  open: async (settings, from) => {
    const database = await SQLITE_HISTORIES.open(settings, from);
    const wrong = { process: change(database.stores.events) };
    return { ...database, stores: { ...database.stores, events: wrong } };
  },
});

let fresh = 0;

/** Mistakes that a service could make. The histories must find each of them. */
const MISTAKES: Readonly<
  Record<string, (events: Pick<WebhookEvents, 'process'>) => WebhookEvents['process']>
> = {
  'a deposit counts again when it is delivered again':
    (events) =>
    ({ event, ...request }) =>
      event.kind === 'deposit'
        ? events.process({
            ...request,
            event: {
              ...event,
              eventId: `${event.eventId}_${fresh++}`,
              paid: { ...event.paid, objectId: null },
            },
          })
        : events.process({ ...request, event }),
  'a refund that failed stays taken':
    (events) =>
    ({ event, ...request }) =>
      event.kind === 'reversal'
        ? events.process({
            ...request,
            event: { ...event, reversals: event.reversals.map((one) => ({ ...one, isVoid: false })) },
          })
        : events.process({ ...request, event }),
  'a refund without a payment is answered and forgotten':
    (events) =>
    ({ event, ...request }) =>
      event.kind === 'reversal' && event.reversals.some(({ paymentId }) => paymentId === null)
        ? Promise.resolve({
            isNew: true,
            isAltered: false,
            outcome: { status: 'ignored', reason: 'unattributed' },
          })
        : events.process({ ...request, event }),
};

for (const [mistake, change] of Object.entries(MISTAKES)) {
  test(`histories notice that ${mistake}`, async () => {
    const engine = withEvents(change);
    let found = 0;
    for (let seed = 1; seed <= 60 && found === 0; seed++) {
      await runHistory(seed, engine).catch(() => found++);
    }
    assert.equal(found, 1);
  });
}
