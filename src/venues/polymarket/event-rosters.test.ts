import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describedMarket } from '../../../test/support/polymarket-fixtures.ts';
import { epochMs, HOUR_MS, MINUTE_MS } from '../../domain/index.ts';
import type { EventMarkets } from './client.ts';
import { EventRosters } from './event-rosters.ts';
import { identify, normaliseMarket, type PolledMarket } from './normalise.ts';
import type { GammaMarket } from './wire.ts';

const start = Date.parse('2026-11-01T00:00:00Z');
const lost = { closed: true, outcomePrices: '["0", "1"]' };
const won = { closed: true, outcomePrices: '["1", "0"]' };

function member(n: number, changes: Partial<GammaMarket> = {}, eventId = '77'): GammaMarket {
  return describedMarket({
    id: String(n),
    slug: `m-${n}`,
    clobTokenIds: [`1000${n}`, `2000${n}`],
    negRisk: true,
    events: [{ id: eventId, negRisk: true, negRiskAugmented: false }],
    ...changes,
  });
}

function listed(...markets: GammaMarket[]): PolledMarket[] {
  return markets.map((market) => {
    const identity = identify(market);
    assert.ok(identity !== null);
    return normaliseMarket(market, identity, epochMs(start));
  });
}

/** Creates rosters whose reads are answered at once, and complete within a turn or two of the event loop. */
function rostersOver(event: Partial<EventMarkets> | Error) {
  const clock = { now: start };
  const asked: string[] = [];
  const rosters = new EventRosters({
    clock: () => epochMs(clock.now),
    read: async (id) => {
      asked.push(id);
      if (event instanceof Error) throw event;
      return { isFixed: true, refused: 0, markets: [], ...event };
    },
  });
  const refresh = async (markets: readonly PolledMarket[]) => {
    rosters.refresh(markets);
    await new Promise(setImmediate);
  };
  return { rosters, refresh, asked, clock };
}

describe('EventRosters', () => {
  const tracked = listed(member(1), member(2));
  const rows: [string, Partial<EventMarkets> | Error, boolean][] = [
    ['all its markets are tracked', { markets: [member(1), member(2)] }, true],
    ['the others have lost', { markets: [member(1), member(2), member(3, lost)] }, true],
    ['one market is not tracked', { markets: [member(1), member(2), member(3)] }, false],
    ['one is a placeholder', { markets: [member(1), member(2), member(3, { outcomePrices: null })] }, false],
    ['one has no tokens', { markets: [member(1), member(2), member(3, { clobTokenIds: null })] }, false],
    ['one has won', { markets: [member(1), member(2), member(3, won)] }, false],
    ['one closed without a payout', { markets: [member(1), member(2), member(3, { closed: true })] }, false],
    ['a row could not be read', { markets: [member(1), member(2)], refused: 1 }, false],
    ['outcomes may be added', { markets: [member(1), member(2)], isFixed: false }, false],
    ['it has a single market left', { markets: [member(1), member(3, lost)] }, false],
    ['it could not be read', new Error('down'), false],
  ];
  for (const [name, event, expected] of rows) {
    it(`calls an event ${expected ? 'complete' : 'not known to be complete'} when ${name}`, async () => {
      const { rosters, refresh } = rostersOver(event);
      await refresh(tracked);
      assert.equal(rosters.completeEvents(tracked).has('77'), expected);
    });
  }

  it('calls an event incomplete once one of its markets takes no orders or leaves the list', async () => {
    const { rosters, refresh } = rostersOver({ markets: [member(1), member(2)] });
    await refresh(tracked);
    const paused = listed(member(1), member(2, { acceptingOrders: false }));
    assert.equal(rosters.completeEvents(paused).size, 0);
    assert.equal(rosters.completeEvents(tracked.slice(0, 1)).size, 0);
  });

  it('calls an event incomplete for good once a market was added to it', async () => {
    const event = { markets: [member(1), member(2)] };
    const { rosters, refresh } = rostersOver(event);
    await refresh(tracked);
    assert.equal(rosters.completeEvents(tracked).size, 1);
    const added = listed(member(1), member(2), member(3));
    assert.equal(rosters.completeEvents(added).size, 0, 'listed before the event is read again');
    assert.equal(rosters.completeEvents(tracked).size, 0, 'also when it leaves the list');

    const other = rostersOver(event);
    await other.refresh(tracked);
    event.markets = [member(1), member(2), member(3, lost)];
    other.clock.now += 6 * HOUR_MS + 1;
    await other.refresh(tracked);
    assert.equal(other.rosters.completeEvents(tracked).size, 0, 'found when the event was read again');
  });

  it('reads four events after a poll, each again after six hours, and a failed one after ten minutes', async () => {
    const markets = listed(...[1, 2, 3, 4, 5, 6].map((n) => member(n, {}, `e${n}`)));
    const { refresh, asked, clock } = rostersOver({ markets: [member(1), member(2)] });
    await refresh(markets);
    assert.deepEqual(asked, ['e1', 'e2', 'e3', 'e4']);
    await refresh(markets);
    await refresh(markets);
    assert.equal(asked.length, 6);
    clock.now += 6 * HOUR_MS + 1;
    await refresh(markets);
    assert.equal(asked.length, 10);

    const failing = rostersOver(new Error('down'));
    await failing.refresh(tracked);
    failing.clock.now += 9 * MINUTE_MS;
    await failing.refresh(tracked);
    assert.equal(failing.asked.length, 1);
    failing.clock.now += 2 * MINUTE_MS;
    await failing.refresh(tracked);
    assert.equal(failing.asked.length, 2);
  });

  it('asks nothing of events to which outcomes are added, nor after it was closed', async () => {
    const open = [{ id: '78', negRisk: true, negRiskAugmented: true }];
    const { rosters, refresh, asked } = rostersOver({});
    await refresh(listed(member(1, { events: open }), member(2, { events: null })));
    await rosters.close();
    await refresh(tracked);
    assert.deepEqual(asked, []);
  });
});
