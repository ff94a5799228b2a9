/** Part of a file that a reader may cache. */
export interface CachedPart {
  /** Maximum memory, bytes. */
  readonly bytes: number;
}

/** Finds a cached part of a file by its name in the file, or opens and caches it. */
export type CachedPartFinder = <T extends CachedPart>(name: string, open: () => T | null) => T | null;
