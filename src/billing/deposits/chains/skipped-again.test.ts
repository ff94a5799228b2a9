import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UpstreamError } from '../../../domain/index.ts';
import type { Chain } from './chain.ts';
import type { ChainStore } from './chain-store.ts';
import { RpcError } from './json-rpc.ts';
import { readSkippedAgain } from './skipped-again.ts';
import { createCriticalFault } from './watch-fault.ts';

const CHAIN = { name: 'base', scope: 'chain:base' } as Chain;

/** Reads two skipped transactions again, of which the first fails. @returns What was called, in order. */
async function readAgain(error: Error, calls: string[]): Promise<readonly string[]> {
  const store = {
    listSkippedDue: async () => ['a', 'b'],
    noteTried: async (_chain: Chain, item: string) => void calls.push(`tried ${item}`),
    reportStillUnread: (_chain: Chain, item: string, failure: Error) =>
      void calls.push(`unread ${item}: ${failure.name}`),
    storeSkipped: async (_chain: Chain, item: string) => void calls.push(`stored ${item}`),
  } as Partial<ChainStore> as ChainStore;
  await readSkippedAgain(CHAIN, store, async (item) => {
    if (item === 'a') throw error;
    return [];
  });
  return calls;
}

test('a skipped transaction that the nodes still cannot return does not stop the next one', async () => {
  const failures = [
    new UpstreamError('timeout', 'no answer'),
    new RpcError('eth_getLogs', 'https://node.example', -32_000, 'missing'),
    createCriticalFault('another chain'),
  ];
  for (const failure of failures)
    assert.deepEqual(await readAgain(failure, []), [
      'tried a',
      `unread a: ${failure.name}`,
      'tried b',
      'stored b',
    ]);
});

test('an error that is no failure of a node fails the poll, after the attempt was stored', async () => {
  const calls: string[] = [];
  await assert.rejects(readAgain(new TypeError('not a function'), calls), TypeError);
  assert.deepEqual(calls, ['tried a']);
});
