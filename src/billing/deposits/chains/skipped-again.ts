import type { Chain } from './chain.ts';
import type { SkippedRead } from './chain-step.ts';
import type { ChainStore } from './chain-store.ts';

/**
 * Retries skipped transactions that are due, and stores their deposits. A transaction that still cannot be read is due
 * again a day later.
 *
 * @param read Reads one transaction from all nodes; throws when it cannot be read.
 */
export async function readSkippedAgain(
  chain: Chain,
  store: ChainStore,
  read: (item: string) => Promise<readonly SkippedRead[]>,
): Promise<void> {
  for (const item of await store.listSkippedDue(chain)) {
    // The attempt is stored before it runs, so that a transaction that crashes the process is not retried at every
    // start.
    await store.noteTried(chain, item);
    let found: readonly SkippedRead[];
    try {
      found = await read(item);
    } catch {
      continue;
    }
    await store.storeSkipped(chain, item, found);
  }
}
