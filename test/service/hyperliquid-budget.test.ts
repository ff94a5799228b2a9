import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  allVenuesPolled,
  type SimulatedService,
  startSimulatedService,
} from '../support/simulated-service.ts';

// Long form alone: the tests of the adapter and of budgets show what a call weighs.

// Callers share one venue's budget with the polls and the back-fill of the service. None of the three shapes
// of use below may take books from the others.

const perps = ({ app }: SimulatedService) =>
  [...(app.feed.snapshot('hyperliquid')?.markets ?? [])]
    .filter(({ kind }) => kind === 'perp')
    .sort((a, b) => (b.ticker.volume24hUsd ?? 0) - (a.ticker.volume24hUsd ?? 0))
    .map(({ ref }) => ref.asset);

async function startHyperliquid(t: Parameters<typeof startSimulatedService>[0]): Promise<SimulatedService> {
  const service = await startSimulatedService(t, {
    config: { feed: { adapters: { hyperliquid: { pollMs: 5_000 } } } },
  });
  await allVenuesPolled(service);
  return service;
}

test('eight asset pages have their books, and a book beside them is served', async (t) => {
  const service = await startHyperliquid(t);
  const assets = perps(service).slice(0, 9);
  const pages = await Promise.all(assets.slice(0, 8).map((asset) => service.get(`/api/asset/${asset}`)));
  for (const { status, body } of pages) assert.ok(status === 200 && body.book !== null, String(body.asset));
  assert.equal((await service.get(`/api/book/${assets[8]}`)).status, 200);
});

test('62 slippage calls at once are all answered, and leave books to everyone else', async (t) => {
  const service = await startHyperliquid(t);
  const assets = perps(service);
  const calls = Array.from(
    { length: 62 },
    (_, i) => `${assets[i % assets.length]}/slippage?size=${1_000 + i}&side=buy`,
  );
  const answers = await Promise.all(calls.map((call) => service.get(`/api/asset/${call}`)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal((await service.get(`/api/book/${assets.at(-1)}`)).status, 200);
});

test('one caller who polls eight books gets an answer each time', async (t) => {
  const service = await startHyperliquid(t);
  const assets = perps(service).slice(0, 8);
  const statuses: number[] = [];
  for (let round = 0; round < 16; round++) {
    const answers = await Promise.all(
      assets.map((asset) => service.get(`/api/book/${asset}?round=${round}`)),
    );
    statuses.push(...answers.map(({ status }) => status));
    // The clock of the service steps; its budget knows only the real one, which hardly moves: the hardest case.
    service.pass(4_000);
  }
  assert.deepEqual([statuses.length, [...new Set(statuses)]], [128, [200]]);
});
