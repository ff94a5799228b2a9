import assert from 'node:assert/strict';
import { test } from 'node:test';
import { epochMs } from '../../../domain/index.ts';
import { CallBudget, CallBudgetExceeded } from '../calls/call-budget.ts';
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
      if (error instanceof CallBudgetExceeded) heldBackAt.push(now);
      // Nobody answers there: it had its turn.
      else servedAt = now;
    });
  };
  // Three preparations wait at any time.
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
