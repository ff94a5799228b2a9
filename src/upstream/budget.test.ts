import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Priority, RateBudget } from './budget.ts';

function budgetAt(limit: number, windowMs = 1_000) {
  const clock = { now: 0 };
  return { clock, budget: new RateBudget({ limit, windowMs, now: () => clock.now }) };
}

const take = (budget: RateBudget, weight: number, priority: Priority, times: number) => {
  let taken = 0;
  for (let i = 0; i < times; i++) if (budget.tryTake(weight, priority) === 0) taken++;
  return taken;
};

describe('RateBudget', () => {
  it('lets calls through until the limit of the window is spent', () => {
    const { budget } = budgetAt(3);
    assert.deepEqual(
      [1, 2, 3].map(() => budget.tryTake(1, 'poll')),
      [0, 0, 0],
    );
    assert.equal(budget.usedFrac(), 1);
    assert.equal(budget.tryTake(1, 'poll'), 1_000);
  });

  it('says how long to wait until enough of the window has slid away', () => {
    const { clock, budget } = budgetAt(3);
    budget.tryTake(1, 'poll');
    clock.now = 400;
    budget.tryTake(2, 'poll');
    clock.now = 500;
    assert.equal(budget.tryTake(1, 'poll'), 500);
    assert.equal(budget.tryTake(2, 'poll'), 900);
    clock.now = 1_000;
    assert.equal(budget.tryTake(1, 'poll'), 0);
  });

  it('keeps the least time between two calls, whoever makes them', () => {
    const clock = { now: 0 };
    const budget = new RateBudget({ limit: 6, windowMs: 4_000, spacingMs: 300, now: () => clock.now });
    assert.deepEqual([budget.tryTake(1, 'poll'), budget.tryTake(1, 'book')], [0, 300]);
    clock.now = 299;
    assert.equal(budget.tryTake(1, 'book'), 1);
    clock.now = 300;
    assert.deepEqual([budget.tryTake(1, 'book'), budget.tryTake(1, 'poll')], [0, 300]);
  });

  it('lets calls leave with the same time between them, however long the first one took', () => {
    const clock = { now: 0 };
    const budget = new RateBudget({ limit: 6, windowMs: 4_000, spacingMs: 300, now: () => clock.now });
    assert.equal(budget.tryLeave(), 0);
    clock.now = 1_500;
    assert.deepEqual([budget.tryLeave(), budget.tryLeave()], [0, 300]);
    clock.now = 1_800;
    assert.equal(budget.tryLeave(), 0);
  });

  it('leaves those who wait a share of what polls without an end would take, at any rate', () => {
    for (const refusals of [0, 1, 2]) {
      const clock = { now: 0 };
      const budget = new RateBudget({ limit: 6, othersWeight: 2, windowMs: 2_000, now: () => clock.now });
      for (let refused = 0; refused < refusals; refused++) {
        budget.slowDown();
        clock.now += 10_000;
      }
      const startedAt = clock.now;
      const taken: Record<string, number> = { poll: 0, backfill: 0, statistics: 0, book: 0, resolution: 0 };
      const due: Record<string, number> = { poll: 0, backfill: 0, statistics: 0, book: 0, resolution: 0 };
      const waits: Record<string, number> = {};
      // Interval in ms between two requests. Polls and back-fill always have a next request, and the others are
      // occasional.
      const every: Record<string, number> = {
        poll: 0,
        backfill: 0,
        statistics: 20_000,
        book: 15_000,
        resolution: 30_000,
      };
      while (clock.now - startedAt < 600_000) {
        for (const priority of ['poll', 'book', 'statistics', 'resolution', 'backfill'] as const) {
          const at = startedAt + (due[priority] ?? 0);
          if (clock.now < at || budget.tryTake(1, priority) > 0) continue;
          taken[priority] = (taken[priority] ?? 0) + 1;
          waits[priority] = Math.max(waits[priority] ?? 0, clock.now - at);
          due[priority] = clock.now - startedAt + (every[priority] ?? 0);
        }
        clock.now += 50;
      }
      const rate = budget.rateFrac();
      const said = `after ${refusals} refusals: ${JSON.stringify({ taken, waits, rate })}`;
      const perSecond = (priority: string) => (taken[priority] ?? 0) / 600;
      assert.ok(perSecond('poll') > 1, said);
      assert.ok(perSecond('backfill') > 0.15, said);
      if (refusals > 0) continue;
      assert.ok(perSecond('poll') > 1.8 && perSecond('backfill') > 0.3, said);
      assert.ok(
        (waits.book ?? 0) <= 2_000 && (waits.statistics ?? 0) <= 4_000 && (waits.resolution ?? 0) <= 6_000,
        said,
      );
    }
  });

  it('gives polls all of it while nobody else waits, also where they leave others a share', () => {
    const clock = { now: 0 };
    const budget = new RateBudget({ limit: 6, othersWeight: 2, windowMs: 2_000, now: () => clock.now });
    assert.equal(take(budget, 1, 'poll', 9), 6);
    assert.equal(budget.tryTake(1, 'backfill'), 2_000);
    clock.now = 2_000;
    assert.deepEqual([take(budget, 1, 'poll', 9), take(budget, 1, 'backfill', 9)], [4, 1]);
    clock.now = 9_000;
    assert.deepEqual([take(budget, 1, 'poll', 9), take(budget, 1, 'backfill', 9)], [6, 0]);
  });

  it('never spends more than the limit in any window', () => {
    const { clock, budget } = budgetAt(10);
    const taken: number[] = [];
    for (clock.now = 0; clock.now < 5_000; clock.now += 7) {
      if (budget.tryTake(1, 'poll') === 0) taken.push(clock.now);
    }
    assert.ok(taken.length >= 45);
    for (const end of taken) assert.ok(taken.filter((at) => at > end - 1_000 && at <= end).length <= 10);
  });

  it('makes lower priorities stop earlier, so that polls find room', () => {
    const { budget } = budgetAt(10);
    for (let i = 0; i < 6; i++) assert.equal(budget.tryTake(1, 'backfill'), 0);
    assert.ok(budget.tryTake(1, 'backfill') > 0);
    for (let i = 0; i < 3; i++) assert.equal(budget.tryTake(1, 'book'), 0);
    assert.ok(budget.tryTake(1, 'book') > 0);
    assert.equal(budget.tryTake(1, 'poll'), 0);
    assert.ok(budget.tryTake(1, 'poll') > 0);
  });

  it('keeps room for the questions how markets ended, however much is filled in', () => {
    for (const announced of [0, 200]) {
      const { budget } = budgetAt(600, 60_000);
      if (announced > 0) budget.announcePolls(announced);
      while (budget.tryTake(20, 'backfill') === 0);
      assert.deepEqual([budget.tryTake(20, 'resolution'), budget.tryTake(20, 'resolution')], [0, 0]);
      assert.ok(budget.tryTake(20, 'backfill') > 0);
      // Resolutions also leave room for requests with a waiting caller.
      while (budget.tryTake(20, 'resolution') === 0);
      assert.deepEqual([budget.tryTake(20, 'statistics'), budget.tryTake(2, 'book')], [0, 0]);
    }
  });

  it('lets a call heavier than its share through in an empty window only, and waits no longer than that', () => {
    const { clock, budget } = budgetAt(10);
    budget.tryTake(1, 'poll');
    clock.now = 300;
    assert.equal(budget.tryTake(50, 'backfill'), 700);
    clock.now = 1_000;
    assert.equal(budget.tryTake(50, 'backfill'), 0);
    assert.ok(budget.tryTake(1, 'poll') > 0);
  });

  it('takes nothing while the venue has said to wait', () => {
    const { clock, budget } = budgetAt(10);
    budget.block(2_500);
    budget.block(1_000);
    assert.equal(budget.tryTake(1, 'poll'), 2_500);
    clock.now = 2_500;
    assert.equal(budget.tryTake(1, 'poll'), 0);
  });

  describe('with polls that announce what they need', () => {
    it('gives the others all that is left, no matter what the window holds of polls', () => {
      const { clock, budget } = budgetAt(600, 60_000);
      budget.announcePolls(240);
      assert.equal(take(budget, 2, 'book', 500), 180);
      assert.equal(take(budget, 20, 'poll', 12), 12, 'polls find their room');
      clock.now = 60_000;
      budget.announcePolls(40);
      assert.equal(take(budget, 2, 'book', 500), 280);
    });

    it('sets aside what polls used where that is more than they announced', () => {
      const { budget } = budgetAt(600, 60_000);
      budget.announcePolls(100);
      assert.equal(take(budget, 20, 'poll', 15), 15);
      assert.equal(take(budget, 2, 'book', 500), 150);
    });

    it('lets back-fill have a third of the rest, ends of markets half, statistics nearly all of it, and books all of it', () => {
      const { budget } = budgetAt(600, 60_000);
      budget.announcePolls(200);
      assert.equal(take(budget, 32, 'backfill', 20), 4);
      assert.equal(take(budget, 20, 'resolution', 20), 3, 'how markets ended finds room beside back-fill');
      assert.equal(take(budget, 32, 'statistics', 20), 6, 'callers go ahead of both');
      assert.equal(take(budget, 2, 'book', 100), 10, 'a twentieth is for books alone');
    });

    it('holds eight pages of candles, funding and a book beside the polls of a venue that streams', () => {
      const { budget } = budgetAt(600, 60_000);
      // The main dex once a minute, two builder dexes, the outcomes and fifteen of their books.
      budget.announcePolls(20 + 2 * 20 + 22 + 15 * 2 + 2);
      for (let page = 0; page < 8; page++) {
        assert.equal(budget.tryTake(2, 'book'), 0);
        assert.equal(budget.tryTake(32, 'statistics'), 0, `candles of page ${page}`);
        assert.equal(budget.tryTake(22, 'statistics'), 0, `funding of page ${page}`);
      }
      assert.equal(take(budget, 2, 'book', 10), 10, 'and books beside them');
    });

    it('keeps the limit when polls need more than they announced', () => {
      const { clock, budget } = budgetAt(600, 60_000);
      budget.announcePolls(100);
      assert.equal(take(budget, 2, 'book', 500), 250);
      assert.equal(take(budget, 20, 'poll', 30), 5);
      const waitMs = budget.tryTake(20, 'poll');
      clock.now += waitMs;
      assert.equal(budget.tryTake(20, 'poll'), 0);
    });

    it('forgets an announcement that was not repeated for a window', () => {
      const { clock, budget } = budgetAt(600, 60_000);
      budget.announcePolls(500);
      clock.now = 60_001;
      assert.equal(take(budget, 32, 'statistics', 20), 15);
    });
  });

  describe('after refusals for the rate', () => {
    it('halves, once in ten seconds and down to an eighth, and comes back by a tenth of the full rate a minute', () => {
      const { clock, budget } = budgetAt(800, 60_000);
      budget.slowDown();
      assert.equal(budget.rateFrac(), 0.5);
      clock.now += 9_999;
      budget.slowDown();
      assert.ok(budget.rateFrac() > 0.5, 'refusals of one moment count once');
      for (let i = 0; i < 5; i++) {
        clock.now += 10_000;
        budget.slowDown();
      }
      assert.equal(budget.rateFrac(), 1 / 8);
      clock.now += 60_000;
      assert.ok(Math.abs(budget.rateFrac() - (1 / 8 + 0.1)) < 1e-12);
      clock.now += 9 * 60_000;
      assert.equal(budget.rateFrac(), 1);
    });

    it('gives as much less to polls and to all others', () => {
      const { budget } = budgetAt(800, 60_000);
      budget.slowDown();
      assert.equal(take(budget, 20, 'poll', 100), 20);
      const { budget: shared } = budgetAt(800, 60_000);
      shared.slowDown();
      shared.announcePolls(200);
      assert.equal(take(shared, 10, 'book', 100), 20, 'half of the limit, less what polls announced');
    });

    it('still lets one call of a window pass that is heavier than what is left', () => {
      const { clock, budget } = budgetAt(6, 4_000);
      for (let i = 0; i < 4; i++) {
        budget.slowDown();
        clock.now += 10_000;
      }
      assert.equal(budget.tryTake(1, 'poll'), 0);
      assert.ok(budget.tryTake(1, 'poll') > 0);
      clock.now += 4_001;
      assert.equal(budget.tryTake(1, 'book'), 0);
    });
  });
});
