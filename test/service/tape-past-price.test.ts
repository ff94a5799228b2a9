import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { slippage } from '../../src/analytics/index.ts';
import { rounds } from '../support/long-tests.ts';
import { eventually, startSimulatedService } from '../support/simulated-service.ts';

const HOUR_MS = 3_600_000;
/** Messages of the stream follow the market within a turn: a book that stood still for so long on either side is one book. */
const QUIET_MS = 1_200;
const ORDERS = [
  { size: 300, side: 'buy', sizeUnit: 'base' },
  { size: 40, side: 'sell', sizeUnit: 'quote' },
] as const;
/** Limitless answers for a book every few seconds. */
const MARKETS = { polymarket: 20, limitless: rounds(3, 20) } as const;
/** Number of samples that stand still, of which each must agree. On a busy machine it takes more than one round. */
const WANTED = rounds(6, 12);
const MAX_ROUNDS = 8;

interface Sample {
  readonly asset: string;
  readonly venue: 'polymarket' | 'limitless';
  readonly order: (typeof ORDERS)[number];
  readonly at: number;
  readonly result: unknown;
}

test('the price of an order an hour ago is what the live book said then, and what the venue sent', async (t) => {
  const service = await startSimulatedService(t, { markets: 40 });
  const { get } = service;
  const origin = new URL(service.simulator.urls.kalshi).origin;
  await eventually(async () => {
    const { tape } = (await get('/api/feed/health')).body as { tape: { books: number } | null };
    return (tape?.books ?? 0) >= 20;
  }, 'books are recorded');
  const feed = (await get('/api/feed?top=20')).body as Record<string, { markets: { asset: string }[] }>;
  const markets = (['polymarket', 'limitless'] as const).flatMap((venue) =>
    feed[venue]!.markets.slice(0, MARKETS[venue]).map(({ asset }) => ({ venue, asset })),
  );
  // Books have to be known for a while before they are asked for.
  await sleep(2 * QUIET_MS);
  const isStill = async ({ asset, at }: Sample) => {
    const window = `fromMs=${at - QUIET_MS}&toMs=${at + QUIET_MS}`;
    const { changes } = (await get(`/api/book/${asset}/changes?${window}`)).body as { changes: Change[] };
    // The book at the begin of the window, and nothing else.
    return (
      changes.length > 0 && changes.every(({ kind, t: time }) => kind === 'whole' && time === at - QUIET_MS)
    );
  };
  const samples: Sample[] = [];
  for (let round = 0; round < MAX_ROUNDS && samples.length < WANTED; round++) {
    const taken: Sample[] = [];
    for (const { venue, asset } of markets) {
      for (const order of ORDERS) {
        const { status, body } = await get(
          `/api/asset/${asset}/slippage?${new URLSearchParams(toTexts(order))}`,
        );
        if (status === 200 && body.stale === false)
          taken.push({ asset, venue, order, at: Number(body.fetchedAt), result: body.result });
      }
    }
    await sleep(2 * QUIET_MS);
    for (const sample of taken) if (await isStill(sample)) samples.push(sample);
  }
  assert.ok(samples.length >= WANTED, `${samples.length} books stood still`);
  service.pass(HOUR_MS);

  for (const { asset, venue, order, at, result } of samples) {
    const past = await get(`/api/book/${asset}/slippage?t=${at}&${new URLSearchParams(toTexts(order))}`);
    assert.equal(past.status, 200, JSON.stringify(past.body));
    assert.ok(service.now() - at >= HOUR_MS);
    assert.deepEqual(past.body.result, result, `${asset} at ${at}`);
    const answer = await fetch(`${origin}/simulator/book?venue=${venue}&asset=${asset}&t=${at}`);
    const sent = (await answer.json()) as Parameters<typeof slippage>[0];
    assert.deepEqual(
      past.body.result,
      JSON.parse(JSON.stringify(slippage(sent, order))),
      `${asset}: the truth`,
    );
  }
});

interface Change {
  readonly kind: string;
  readonly t: number;
}

function toTexts(order: (typeof ORDERS)[number]): Record<string, string> {
  return { size: String(order.size), side: order.side, sizeUnit: order.sizeUnit };
}
