import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { connect, endQuietly } from './connection.ts';
import { waitForServer } from './server.ts';

export interface HeldSessionOptions {
  /** Takes what the session holds, for example a lock. When it rejects, the connection is closed. */
  readonly take: (client: Client) => Promise<void>;
  /** Whether an error of a later session ends the attempts. Default: another session is always tried. */
  readonly isFinal?: (error: unknown) => boolean;
}

const RETRY_MS = 1_000;

/**
 * Keeps a session that holds something, for example a lock. The session ends with the process, however that ends. A
 * lost connection is replaced, and the new one takes the same again. The first connection is awaited as at a start.
 *
 * @throws {StorageFormatError | StorageUnavailableError} when the server refuses or gives no connection. Errors of
 * `take` in the first session are thrown too.
 */
export async function holdSession(
  url: string,
  { take, isFinal = () => false }: HeldSessionOptions,
): Promise<{ release(): Promise<void> }> {
  let client: Client | null = null;
  let isReleased = false;
  const hold = async (held: Client) => {
    try {
      await take(held);
    } catch (error) {
      endQuietly(held);
      throw error;
    }
    // Released while a lost connection was being replaced.
    if (isReleased) return await held.end();
    client = held;
    held.once('end', () => void holdAgain());
  };
  const holdAgain = async () => {
    client = null;
    while (!isReleased) {
      try {
        return await hold(await connect(url));
      } catch (error) {
        if (isFinal(error)) return;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  };
  await hold(await waitForServer(url));
  return {
    release: async () => {
      isReleased = true;
      await client?.end();
    },
  };
}
