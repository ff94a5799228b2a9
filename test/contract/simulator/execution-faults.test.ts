import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { FaultSpec } from '../../../simulator/index.ts';
import {
  type SendOutcome,
  TRADING_VENUES,
  type TradingVenue,
  type VenueOutcome,
} from '../../../src/bot/execution/index.ts';
import {
  type ExecutionStand,
  patience,
  sendNow,
  startExecutionStand,
} from '../../support/execution-stand.ts';
import { rounds } from '../../support/long-tests.ts';

/** The address to which orders are sent. */
const ORDER_PATH: Readonly<Record<TradingVenue, string>> = {
  hyperliquid: '/exchange',
  polymarket: '/order',
  kalshi: '/portfolio/events/orders',
  limitless: '/orders',
};
const IMPATIENCE_MS = 500;

async function startStand(t: TestContext): Promise<ExecutionStand> {
  const stand = await startExecutionStand({ impatienceMs: IMPATIENCE_MS });
  t.after(() => stand.simulator.close());
  return stand;
}

async function send(
  stand: ExecutionStand,
  venue: TradingVenue,
  id: string,
  fault: FaultSpec | null,
  { changes = {}, sender = stand.venues[venue] } = {},
) {
  const order = await stand.prepared(venue, stand.ticket(venue, id, changes));
  if (fault !== null) stand.simulator.faults.set(fault);
  const at = stand.clock();
  const outcome = await sender.send(order, stand.secrets[venue], sendNow());
  const lookUp = (): Promise<VenueOutcome> =>
    stand.venues[venue].lookUp(order, { at, venueOrderId: null }, stand.secrets[venue], patience());
  const cancel = (): Promise<VenueOutcome> =>
    stand.venues[venue].cancel(order, { at, venueOrderId: null }, stand.secrets[venue], patience());
  /** What the venue holds under the order's id. */
  const held = () =>
    stand.simulator.trading.exchanges[venue]
      .orders()
      .filter(({ id: venueId, request }) => [venueId, request.clientId].includes(order.venueClientId));
  return { order, outcome, lookUp, cancel, held };
}

const sumSizes = (outcome: SendOutcome | VenueOutcome) =>
  outcome.status === 'filled' ? outcome.fills.reduce((sum, { size }) => sum + Number(size), 0) : 0;

/** Ways to lose an answer: the first three after the order was executed, the others before. */
function lostAnswers(venue: TradingVenue): FaultSpec[] {
  const common = { venue, path: ORDER_PATH[venue], times: 1 };
  return [
    { kind: 'reset', when: 'after', ...common },
    { kind: 'status', status: 500, when: 'after', ...common },
    { kind: 'delay', delayMs: 2 * IMPATIENCE_MS, when: 'after', ...common },
    { kind: 'malformed', ...common },
    { kind: 'reset', ...common },
    { kind: 'status', status: 502, ...common },
  ];
}

/** Each way once, and again at least in the long form. */
const LOST = rounds(6, 25);

for (const venue of TRADING_VENUES) {
  test(`${LOST} of ${LOST} lost answers of ${venue} are resolved to what it really did`, async (t) => {
    const stand = await startStand(t);
    const faults = lostAnswers(venue);
    const seen = { filled: 0, never: 0 };
    for (let i = 0; i < LOST; i++) {
      const fault = faults[i % faults.length]!;
      const { outcome, lookUp, held } = await send(stand, venue, `lost-${i}`, fault, {
        changes: { sizeUsd: 12 },
        sender: stand.impatient[venue],
      });
      assert.equal(outcome.status, 'unknown', `${JSON.stringify(fault)}: ${JSON.stringify(outcome)}`);
      let found = await lookUp();
      const [truth, ...more] = held();
      assert.deepEqual(more, []);
      if (truth === undefined) {
        // Not found so soon proves nothing; this much later it does.
        assert.equal(found.status, 'unknown', JSON.stringify(found));
        stand.advance(31_000);
        found = await lookUp();
        assert.equal(found.status === 'rejected' && found.reason, 'venue_unavailable', JSON.stringify(found));
        assert.deepEqual(held(), []);
        seen.never++;
      } else {
        assert.equal(found.status, 'filled', JSON.stringify(found));
        const share = sumSizes(found) / (truth.filled / 1e6);
        assert.ok(Math.abs(share - 1) < (venue === 'limitless' ? 0.01 : 1e-9), String(share));
        seen.filled++;
      }
      stand.advance(5_000);
    }
    assert.ok(seen.filled >= 0.48 * LOST && seen.never >= 0.32 * LOST, JSON.stringify(seen));
    assert.equal(stand.impatient[venue].getCounters().unknownOutcomes, LOST);
  });

  test(`an order of ${venue} that arrives twice is executed once`, async (t) => {
    const stand = await startStand(t);
    const fault: FaultSpec = { kind: 'duplicate', venue, path: ORDER_PATH[venue], times: 1 };
    const { outcome, lookUp, held } = await send(stand, venue, 'twice', fault);
    assert.equal(outcome.status, 'unknown', JSON.stringify(outcome));
    assert.equal((await lookUp()).status, 'filled');
    assert.equal(held().length, 1);
  });

  test(`a refusal of ${venue} for the rate lets the same bytes be sent again, and they trade once`, async (t) => {
    const stand = await startStand(t);
    const fault: FaultSpec = {
      kind: 'status',
      status: 429,
      retryAfterSeconds: 2,
      venue,
      path: ORDER_PATH[venue],
      times: 1,
    };
    const { order, outcome, held } = await send(stand, venue, 'busy', fault);
    assert.deepEqual(outcome.status === 'rejected' && [outcome.reason, outcome.retryAfterMs], [
      'rate_limited',
      2_000,
    ]);
    assert.deepEqual(held(), []);
    const again = await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
    assert.equal(again.status, 'filled', JSON.stringify(again));
    assert.equal(held().length, 1);
  });

  test(`an order that ${venue} holds back rests until it is matched, or is cancelled`, async (t) => {
    const stand = await startStand(t);
    const matched = await send(stand, venue, 'held', { kind: 'hold', venue, delayMs: 2_000 });
    assert.equal(matched.outcome.status, 'resting', JSON.stringify(matched.outcome));
    assert.equal((await matched.lookUp()).status, 'resting');
    const cancelled = await send(stand, venue, 'stopped', null);
    assert.equal(cancelled.outcome.status, 'resting', JSON.stringify(cancelled.outcome));
    assert.equal((await cancelled.cancel()).status, 'cancelled');
    assert.deepEqual(
      cancelled.held().map(({ state }) => state),
      ['cancelled'],
    );
    // A second stop changes nothing.
    assert.notEqual((await cancelled.cancel()).status, 'resting');
    stand.advance(3_000);
    assert.equal((await matched.lookUp()).status, 'filled');
    assert.equal((await matched.cancel()).status, 'filled');
  });

  test(`a clock that is minutes beside that of ${venue} does not stop orders`, async (t) => {
    for (const skewMs of [180_000, -180_000]) {
      const stand = await startStand(t);
      stand.simulator.faults.set({ kind: 'clock_skew', skewMs, venue });
      const { outcome, lookUp } = await send(stand, venue, 'skewed', null);
      assert.equal(outcome.status, 'filled', `${skewMs}: ${JSON.stringify(outcome)}`);
      assert.equal((await lookUp()).status, 'filled');
    }
  });

  test(`an order that ${venue} refuses because its clock was set meanwhile says so, and blames no credential`, async (t) => {
    const stand = await startStand(t);
    const order = await stand.prepared(venue, stand.ticket(venue, 'set'));
    stand.simulator.faults.set({ kind: 'clock_skew', skewMs: 180_000, venue });
    const outcome = await stand.venues[venue].send(order, stand.secrets[venue], sendNow());
    // The simulated Polymarket takes any time, as nobody knows what the venue refuses.
    if (venue === 'polymarket') return assert.equal(outcome.status, 'filled');
    assert.deepEqual(outcome.status === 'rejected' && outcome.reason, 'venue_unavailable');
    assert.match(
      outcome.status === 'rejected' ? outcome.message : '',
      /^clock skew: .* 180 s ahead of this machine's/,
    );
    assert.deepEqual(stand.simulator.trading.exchanges[venue].orders(), []);
  });

  test(`while ${venue} is down, blocks or fails, nothing is prepared and the reason says why`, async (t) => {
    const stand = await startStand(t);
    const prepare = async () => {
      const preparation = await stand.venues[venue].prepare(
        stand.ticket(venue, 'x'),
        stand.secrets[venue],
        patience(),
      );
      return preparation.status === 'rejected' ? preparation.reason : preparation.status;
    };
    const rows: [fault: FaultSpec, reason: string][] = [
      [{ kind: 'status', status: 500, venue }, 'venue_unavailable'],
      [{ kind: 'status', status: 451, venue }, 'venue_blocked'],
      [{ kind: 'status', status: 429, venue }, 'rate_limited'],
      [{ kind: 'malformed', venue }, 'venue_unavailable'],
      [{ kind: 'reset', venue }, 'venue_unavailable'],
    ];
    for (const [fault, reason] of rows) {
      const id = stand.simulator.faults.set(fault);
      assert.equal(await prepare(), reason, JSON.stringify(fault));
      stand.simulator.faults.clear(id);
    }
    assert.equal(await prepare(), 'ready');
    assert.deepEqual(stand.simulator.trading.exchanges[venue].orders(), []);
  });
}

for (const venue of ['polymarket', 'limitless'] as const) {
  test(`a trade of ${venue} that fails on chain is found out by looking again`, async (t) => {
    const stand = await startStand(t);
    const { outcome, lookUp } = await send(stand, venue, 'failing', { kind: 'fail_settlement', venue });
    assert.equal(outcome.status, 'filled');
    const later = await lookUp();
    assert.equal(later.status === 'rejected' && later.reason, 'venue_unavailable', JSON.stringify(later));
  });
}

test('fills of Hyperliquid that cannot be read at once are looked up later, with their fees', async (t) => {
  const stand = await startStand(t);
  const fault: FaultSpec = { kind: 'status', status: 500, venue: 'hyperliquid', path: '/info', times: 1 };
  const { outcome, lookUp, held } = await send(stand, 'hyperliquid', 'unlisted', fault);
  assert.ok(outcome.status === 'filled' && outcome.isSettling === true, JSON.stringify(outcome));
  assert.deepEqual(
    outcome.fills.map(({ venueFeeMicroUsd }) => venueFeeMicroUsd),
    [null],
  );
  const found = await lookUp();
  assert.ok(found.status === 'filled' && found.isSettling === undefined, JSON.stringify(found));
  assert.ok(found.fills.every(({ venueFeeMicroUsd }) => venueFeeMicroUsd !== null));
  assert.equal(sumSizes(found), sumSizes(outcome));
  assert.equal(held().length, 1);
});
