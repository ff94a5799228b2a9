import type { DepositStore } from '../../src/billing/deposits/deposit-store.ts';

/** Counts the deposits that wait for a person, by their state. */
export async function countInReview(deposits: Pick<DepositStore, 'list'>) {
  const count = async (state: 'held' | 'unattributed') =>
    (await deposits.list({ state, limit: 100 }))?.deposits.length;
  return { held: await count('held'), unattributed: await count('unattributed') };
}
