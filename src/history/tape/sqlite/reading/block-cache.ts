import type { CachedPart } from '../cached-part.ts';

/** Maximum size of all cached blocks: a running slice at 10,000 changes per second fits. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Cache of opened blocks over all files. An entry never becomes stale: its name has number and time, and although the
 * number of a journal row may be used again, the new row then begins at another time.
 */
export class BlockCache {
  readonly #maxBytes: number;
  /** Blocks by name, the most recently used at the end. */
  readonly #blocks = new Map<string, CachedPart | null>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Size of all cached blocks, bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Finds a cached block, or opens it.
   *
   * @param open Opens the block; null when there is none. Errors are not cached.
   */
  find<T extends CachedPart>(name: string, open: () => T | null): T | null {
    const known = this.#blocks.get(name);
    if (known !== undefined) {
      this.#blocks.delete(name);
      this.#blocks.set(name, known);
      // An entry has the type that the opener of its name returns.
      return known as T | null;
    }
    const block = open();
    this.#blocks.set(name, block);
    this.#bytes += sizeOf(block);
    for (const [oldest, one] of this.#blocks) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#blocks.delete(oldest);
      this.#bytes -= sizeOf(one);
    }
    return block;
  }

  clear(): void {
    this.#blocks.clear();
    this.#bytes = 0;
  }
}

/** Memory of an entry besides its block, bytes. */
const ENTRY_BYTES = 200;

function sizeOf(block: CachedPart | null): number {
  return ENTRY_BYTES + (block?.bytes ?? 0);
}
