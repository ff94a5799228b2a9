import type { HistoryReader } from '../../../history/contract/history-store.ts';
import { computeDigest, type PreparedBody } from '../prepared-body.ts';

export interface AgedTextInput {
  /** A JSON object without its last member and its end. */
  readonly bytes: Uint8Array;
  /** Name of the last member: the age of the bytes in ms when they begin to be sent. */
  readonly ageMember: string;
  /** When the bytes were made, by {@link processTime}. */
  readonly madeAt: number;
}

/** Text that exists already and has to be compressed and sent. It states its age, so it is made for each reader. */
export async function prepareAgedText(
  _history: HistoryReader,
  { bytes, ageMember, madeAt }: AgedTextInput,
): Promise<PreparedBody> {
  return {
    digest: computeDigest([String(madeAt)], [bytes]),
    // Never kept in one piece: the age would stand still.
    textBytes: Number.POSITIVE_INFINITY,
    heldBytes: bytes.length,
    *parts(partBytes) {
      const ageMs = Math.max(0, Math.floor(processTime() - madeAt));
      for (let from = 0; from < bytes.length; from += partBytes) yield bytes.subarray(from, from + partBytes);
      yield Buffer.from(`,"${ageMember}":${ageMs}}`);
    },
  };
}

/** Monotonic ms that all threads of the process count from the same moment. */
export function processTime(): number {
  return performance.timeOrigin + performance.now();
}
