import { UpstreamError } from '../../../domain/index.ts';
import type { Chain } from './chain.ts';
import type { SkippedRead } from './chain-step.ts';
import type { ChainStore } from './chain-store.ts';
import { RpcError } from './json-rpc.ts';
import { WatchFaultError } from './watch-fault.ts';

/**
 * Retries skipped transactions that are due, and stores their deposits. A transaction that still cannot be read is due
 * again a day later, and stays in the review until then.
 *
 * @param read Reads one transaction from all nodes; throws when it cannot be read.
 * @throws whatever `read` throws that is no failure of a node. The poll fails, and the next one goes past the
 * transaction, whose attempt is stored.
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
    } catch (error) {
      if (!isOfNode(error)) throw error;
      store.reportStillUnread(chain, item, error);
      continue;
    }
    await store.storeSkipped(chain, item, found);
  }
}

/** Whether an error says that a node did not answer, refused, or gave an answer that cannot be used. */
function isOfNode(error: unknown): error is Error {
  return error instanceof UpstreamError || error instanceof RpcError || error instanceof WatchFaultError;
}
