import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { computeDigest, type PreparedBody } from '../prepared-body.ts';

export interface AgedTextInput {
  /** A JSON object without its last member and closing brace. */
  readonly bytes: Uint8Array;
  /** Name of the last member: age of the bytes in ms when their transmission begins. */
  readonly ageMember: string;
  /** Time when the bytes were made, by {@link processTime}. */
  readonly madeAt: number;
}

/**
 * Prepares a text that exists already and only has to be compressed and sent. The text states its age, so it is made
 * again for each reader.
 */
export async function prepareAgedText(
  _history: HistoryReader,
  { bytes, ageMember, madeAt }: AgedTextInput,
): Promise<PreparedBody> {
  return {
    digest: computeDigest([String(madeAt)], [bytes]),
    // An infinite length keeps the text from being cached in one piece, which would freeze its age.
    textBytes: Number.POSITIVE_INFINITY,
    heldBytes: bytes.length,
    *parts(partBytes) {
      const ageMs = Math.max(0, Math.floor(processTime() - madeAt));
      for (let from = 0; from < bytes.length; from += partBytes) yield bytes.subarray(from, from + partBytes);
      yield Buffer.from(`,"${ageMember}":${ageMs}}`);
    },
  };
}

/** Returns a monotonic time in ms that is comparable between all threads of the process. */
export function processTime(): number {
  return performance.timeOrigin + performance.now();
}
