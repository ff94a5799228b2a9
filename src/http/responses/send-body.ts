import type { ServerResponse } from 'node:http';
import { SliceQueue } from '../../scheduling/slices.ts';
import { cutSlowReader } from './slow-readers.ts';

/** Bytes of one write, for which the kernel takes one or two milliseconds. */
const WRITE_BYTES = 256 * 1024;
/** Bytes that may wait in the connection before writing pauses for its reader. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Turns by which all long answers of the process share the time that writing may take. */
const turns = new SliceQueue();

/**
 * Writes bytes of an answer when their turn comes, no faster than the reader takes them.
 *
 * @returns false: the connection is gone.
 */
export async function sendBytes(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  for (let from = 0; from < bytes.length; from += WRITE_BYTES) {
    const isTaken = await turns.do(() => writeNow(response, bytes.subarray(from, from + WRITE_BYTES)));
    // The connection may have drained since. A little more is made while it takes the last.
    if (!isTaken && response.writableNeedDrain && response.writableLength > MAX_BUFFERED_BYTES) {
      await waitUntilDrained(response);
    }
    if (response.destroyed) return false;
  }
  return true;
}

/**
 * Writes a body part by part and ends the response.
 *
 * @throws The error of making a part; the response is destroyed then.
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
    // Half an answer must not look like a whole one.
    response.destroy(error instanceof Error ? error : undefined);
    throw error;
  }
}

/** Node would gather all writes of one event and hand them to the kernel at its end. */
function writeNow(response: ServerResponse, bytes: Uint8Array): boolean {
  if (response.destroyed) return true;
  const isTaken = response.write(bytes);
  response.socket?.uncork?.();
  return isTaken;
}

/** Resolves when the connection takes more, or is gone. */
function waitUntilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      response.off('drain', finish).off('close', finish);
      resolve();
    };
    response.on('drain', finish).on('close', finish);
  });
}
