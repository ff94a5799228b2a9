import type { Chain } from './chain.ts';
import type { SkippedRead } from './chain-step.ts';
import type { ChainStore } from './chain-store.ts';

/**
 * Reads transactions again that were passed over and are due, and stores their deposits. One that still cannot be read is due
 * again a day later.
 *
 * @param read Reads one on all nodes. Throws while it cannot be read.
 */
export async function readSkippedAgain(
  chain: Chain,
  store: ChainStore,
  read: (item: string) => Promise<readonly SkippedRead[]>,
): Promise<void> {
  for (const item of await store.listSkippedDue(chain)) {
    // Before the try: one that ends the process is not tried at every start.
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
