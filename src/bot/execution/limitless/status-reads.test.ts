import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { CallBudget, CallBudgetError } from '../calls/call-budget.ts';
import { VenueHttp } from '../calls/venue-http.ts';
import { LIMITLESS_LIMITS } from './limits.ts';
import { StatusReads } from './status-reads.ts';

const TOKEN = { id: 'token-1', secret: 'c2VjcmV0' };

test('beside orders without a pause, what is open of known ends has a turn after a minute', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const budget = new CallBudget('limitless', LIMITLESS_LIMITS, () => now);
  const http = new VenueHttp({
    baseUrl: 'http://127.0.0.1:9',
    userAgent: 'test',
    clock: () => epochMs(1_763_700_000_000),
    budget,
  });
  const reads = new StatusReads(http, () => now);
  const heldBackAt: number[] = [];
  let servedAt: number | null = null;
  let isAsking = false;
  const ask = () => {
    if (isAsking || servedAt !== null) return;
    isAsking = true;
    reads.read('id', TOKEN, 'fees').catch((error: unknown) => {
      isAsking = false;
      if (error instanceof CallBudgetError) heldBackAt.push(now);
      // The request had its turn and failed, because no server answers.
      else servedAt = now;
    });
  };
  // Keeps three preparations waiting at any time.
  const prepare = () => {
    const call = { purpose: 'prepare', account: TOKEN.id } as const;
    budget.take(call).then(() => {
      budget.begin(call)();
      prepare();
    }, prepare);
  };
  for (let i = 0; i < 3; i++) prepare();
  for (; now < 80_000 && servedAt === null; now += 50) {
    ask();
    t.mock.timers.tick(50);
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  }
  assert.ok(heldBackAt.length > 10);
  assert.ok(servedAt !== null && servedAt > 60_000 && servedAt < 66_000, `${servedAt}`);
});

/** What three orders of one request learn from its answer: the venue's id of each, or why it cannot be read. */
const ANSWERS: readonly [what: string, results: readonly object[], learned: readonly (number | string)[]][] =
  [
    ['in another order', [row(3), row(1), row(2)], [1, 2, 3]],
    ['with one left out', [row(1), row(3)], [1, 'left out', 3]],
    ['with one left out and no names', [place(0, 1), place(2, 3)], [1, 'left out', 3]],
    ['with neither names nor places', [bare(1), bare(2), bare(3)], [1, 2, 3]],
    ['with neither, and one left out', [bare(1), bare(3)], ['left out', 'left out', 'left out']],
    ['with one twice in the place of another', [row(1), row(3), row(3)], [1, 'left out', 3]],
    ['empty', [], ['left out', 'left out', 'left out']],
  ];

function row(n: number) {
  return { ...bare(n), clientOrderId: `order-${n}` };
}

function place(index: number, n: number) {
  return { ...bare(n), index, clientOrderId: null };
}

function bare(n: number) {
  return { status: 'found', orderId: n };
}

for (const [what, results, learned] of ANSWERS)
  test(`an order reads its own row of an answer ${what}`, async (t) => {
    const server = createServer((_, response) => response.end(JSON.stringify({ results })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    t.after(() => server.closeAllConnections());
    const http = new VenueHttp({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      userAgent: 'test',
      clock: () => epochMs(1_763_700_000_000),
    });
    const reads = new StatusReads(http);
    const read = async (n: number) => {
      try {
        return (await reads.read(`order-${n}`, TOKEN, 'outcome')).orderId;
      } catch (error) {
        return /leaves the order out/.test(String(error)) ? 'left out' : String(error);
      }
    };
    assert.deepEqual(await Promise.all([1, 2, 3].map(read)), learned);
  });
