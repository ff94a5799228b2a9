/**
 * A position in the frames of one venue: a stream's entry and the index of a pulse in it. Every process that reads the
 * stream knows the same ones.
 */
export interface FramePosition {
  /** Time and number of the stream's entry: Redis' clock in ms, and the entry's number within that millisecond. */
  readonly ms: number;
  readonly number: number;
  readonly index: number;
}

const ENTRY = /^(\d{1,15})-(\d{1,10})$/;
const POSITION = /^(\d{1,15})-(\d{1,10})\.(\d{1,5})$/;

/** `<entry>.<index>`: opaque to readers. */
export function formatEventId({ ms, number, index }: FramePosition): string {
  return `${ms}-${number}.${index}`;
}

/** @returns null for anything else, such as an id of a process that numbers its own. */
export function findFramePosition(id: string): FramePosition | null {
  const [, ms, number, index] = POSITION.exec(id) ?? [];
  if (ms === undefined) return null;
  return { ms: Number(ms), number: Number(number), index: Number(index) };
}

/** @throws {Error} for anything but an entry's id. */
export function parseEntryId(id: string): Omit<FramePosition, 'index'> {
  const [, ms, number] = ENTRY.exec(id) ?? [];
  if (ms === undefined) throw new Error(`${id} is not the id of a stream entry`);
  return { ms: Number(ms), number: Number(number) };
}

/** Compares the entries of two ids alone: negative when `a` is before `b`. */
export function compareEntries(
  a: Pick<FramePosition, 'ms' | 'number'>,
  b: Pick<FramePosition, 'ms' | 'number'>,
): number {
  return a.ms - b.ms || a.number - b.number;
}
