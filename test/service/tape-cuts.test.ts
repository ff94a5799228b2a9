import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../support/random.ts';
import { eventually, startSimulatedService } from '../support/simulated-service.ts';

// Long form alone: in every run test/simulation/tape-hour.test.ts compares books while connections are lost, without the service.

const CUTS = 20;
/** Time between two cuts, on average. */
const MEAN_MS = 3_000;
/** A message may be on its way for so long. */
const ON_ITS_WAY_MS = 3_000;

interface Level {
  readonly price: number;
  readonly size: number;
}

interface Sides {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

interface Row extends Sides {
  readonly t: number;
  readonly venueTime: number;
}

interface SentBook extends Sides {
  /** null: nothing was sent so early. */
  readonly venueTime: number | null;
}

test('over HTTP each book that is claimed is the frame that its venue sent, while connections are lost', async (t) => {
  const service = await startSimulatedService(t, { markets: 40 });
  const { get, simulator, now } = service;
  const origin = new URL(simulator.urls.kalshi).origin;
  const random = seededRandom(1);
  await eventually(async () => {
    const { tape } = (await get('/api/feed/health')).body as { tape: { books: number } | null };
    return (tape?.books ?? 0) >= 20;
  }, 'books are recorded');
  const feed = (await get('/api/feed?top=15')).body as Record<string, { markets: { asset: string }[] }>;
  const venues = ['polymarket', 'limitless'] as const;
  const fromMs = now();
  for (let cut = 0; cut < CUTS; cut++) {
    await sleep(random() * 2 * MEAN_MS);
    simulator.faults.set({ kind: 'cut', venue: venues[cut % 2]! });
  }
  await sleep(ON_ITS_WAY_MS);
  const toMs = now();

  let [compared, holes] = [0, 0];
  for (const venue of venues) {
    for (const { asset } of feed[venue]!.markets) {
      const readTruth = async (at: number) => {
        const answer = await fetch(`${origin}/simulator/book?venue=${venue}&asset=${asset}&t=${at}`);
        return (await answer.json()) as SentBook;
      };
      const url = `/api/book/${asset}/history?everyMs=1000&levels=4096&limit=5000&fromMs=${fromMs}&toMs=${toMs}`;
      const { body } = await get(url);
      const { books, coverage } = body as {
        books: Row[];
        coverage: { notRecorded: { reason: string }[] };
      };
      holes += coverage.notRecorded.filter(({ reason }) => reason === 'connection').length;
      for (const { t: at, venueTime, bids, asks } of books) {
        const sent = await readTruth(venueTime);
        assert.deepEqual(
          { bids, asks, venueTime },
          { bids: sent.bids, asks: sent.asks, venueTime: sent.venueTime },
        );
        // What was sent before is there, or altered nothing, as a whole book after a trade.
        const before = await readTruth(at - ON_ITS_WAY_MS);
        if (before.venueTime !== null && before.venueTime > venueTime)
          assert.deepEqual({ bids, asks }, { bids: before.bids, asks: before.asks }, `${asset} at ${at}`);
        compared++;
      }
    }
  }
  t.diagnostic(JSON.stringify({ cuts: CUTS, compared, holes }));
  assert.ok(holes >= CUTS, `${holes} times are unknown`);
  assert.ok(compared > 500, `${compared} books`);
});
