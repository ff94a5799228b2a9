/** Tree of a closed day (UTC) over this store's records of reference prices and results. */
export interface SettledDay {
  /** Number of days since 1970. */
  readonly day: number;
  /** Entries of the day and their roots, as `encodeEntries` of `src/settled` writes them. */
  readonly entries: Uint8Array;
  /** Root of the tree, 32 bytes. */
  readonly root: Uint8Array;
  /** Root, date and the head of the day before, hashed: 32 bytes. */
  readonly head: Uint8Array;
}

export interface SettledDayReader {
  /** Closed days between two, both included, oldest first. A damaged one is left out. */
  listSettledDays(fromDay: number, toDay: number): Promise<SettledDay[]>;
  /** The newest closed day; null where none was closed. */
  findLastSettledDay(): Promise<SettledDay | null>;
}

export interface SettledDayWriter {
  /** Stores a closed day; one that is stored already stays as it is. */
  putSettledDay(day: SettledDay): Promise<void>;
}
