/** Hash tree of a closed day (UTC) over the reference prices and results that this store recorded. */
export interface SettledDay {
  /** Number of days since 1970. */
  readonly day: number;
  /** Entries of the day and their roots, in the format of `encodeEntries` (`src/settled`). */
  readonly entries: Uint8Array;
  /** Root of the tree, 32 bytes. */
  readonly root: Uint8Array;
  /** Hash over the root, the date and the head of the day before, 32 bytes. */
  readonly head: Uint8Array;
}

export interface SettledDayReader {
  /** Lists the closed days between two days, both inclusive, oldest first. A damaged day is left out. */
  listSettledDays(fromDay: number, toDay: number): Promise<SettledDay[]>;
  /** Finds the newest closed day; null when no day was closed. */
  findLastSettledDay(): Promise<SettledDay | null>;
}

export interface SettledDayWriter {
  /** Stores a closed day; a day that is stored already is not changed. */
  putSettledDay(day: SettledDay): Promise<void>;
}
