import type { ServerResponse } from 'node:http';
import { SliceQueue } from '../../scheduling/slices.ts';
import { cutSlowReader } from './slow-readers.ts';

/** Number of bytes in one write, for which the kernel needs one or two milliseconds. */
const WRITE_BYTES = 256 * 1024;
/** Number of buffered bytes above which writing waits for the reader of the connection. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Queue in which all long responses of the process share the time for writing. */
const turns = new SliceQueue();

/**
 * Writes bytes of a response when its turn comes, no faster than the reader takes them.
 *
 * @returns false: the connection is closed.
 */
export async function sendBytes(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  for (let from = 0; from < bytes.length; from += WRITE_BYTES) {
    const isTaken = await turns.do(() => writeNow(response, bytes.subarray(from, from + WRITE_BYTES)));
    // The connection may have drained since the write. Below the limit, the next part is made while the reader takes
    // this one.
    if (!isTaken && response.writableNeedDrain && response.writableLength > MAX_BUFFERED_BYTES) {
      await waitUntilDrained(response);
    }
    if (response.destroyed) return false;
  }
  return true;
}

/**
 * Writes a body part by part, and ends the response.
 *
 * @throws {Error} when making a part fails; the response is destroyed then.
 */
export async function sendParts(
  response: ServerResponse,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  try {
    cutSlowReader(response, null);
    for await (const part of parts) {
      if (!(await sendBytes(response, part))) return;
    }
    response.end();
  } catch (error) {
    // A destroyed connection shows the client that the body is incomplete.
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}

/** Writes without corking: Node would collect all writes of one event and pass them to the kernel together. */
function writeNow(response: ServerResponse, bytes: Uint8Array): boolean {
  if (response.destroyed) return true;
  const isTaken = response.write(bytes);
  response.socket?.uncork?.();
  return isTaken;
}

/** Resolves when the connection accepts more bytes, or is closed. */
function waitUntilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.on('drain', finish).on('close', finish);
  });
}
