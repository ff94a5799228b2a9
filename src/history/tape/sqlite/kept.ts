/** What a reader may keep of a file. */
export interface Kept {
  /** Bytes of memory that it takes at most. */
  readonly bytes: number;
}

/** Finds a part of a file among those that a reader keeps, by its name in the file, or opens it. */
export type KeptFinder = <T extends Kept>(name: string, open: () => T | null) => T | null;
