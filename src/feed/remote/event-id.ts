/**
 * Position in the frames of one venue: an entry of the stream and the index of a pulse in it. It is the same in every
 * process that reads the stream.
 */
export interface FramePosition {
  /** Time of the entry in ms by Redis' clock, and its number within that millisecond. */
  readonly ms: number;
  readonly number: number;
  readonly index: number;
}

const ENTRY = /^(\d{1,15})-(\d{1,10})$/;
const POSITION = /^(\d{1,15})-(\d{1,10})\.(\d{1,5})$/;

/** Formats an event id `<entry>.<index>`, which readers must not interpret. */
export function formatEventId({ ms, number, index }: FramePosition): string {
  return `${ms}-${number}.${index}`;
}

/** Parses an event id. @returns null for anything else, such as an id of a process that numbers its own pulses. */
export function findFramePosition(id: string): FramePosition | null {
  const [, ms, number, index] = POSITION.exec(id) ?? [];
  if (ms === undefined) return null;
  return { ms: Number(ms), number: Number(number), index: Number(index) };
}

/** Parses the id of an entry. @throws {Error} for anything else. */
export function parseEntryId(id: string): Omit<FramePosition, 'index'> {
  const [, ms, number] = ENTRY.exec(id) ?? [];
  if (ms === undefined) throw new Error(`${id} is not the id of a stream entry`);
  return { ms: Number(ms), number: Number(number) };
}

/** Compares the entries of two positions: negative when `a` is before `b`. */
export function compareEntries(
  a: Pick<FramePosition, 'ms' | 'number'>,
  b: Pick<FramePosition, 'ms' | 'number'>,
): number {
  return a.ms - b.ms || a.number - b.number;
}
