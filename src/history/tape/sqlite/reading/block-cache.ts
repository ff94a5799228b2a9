import type { Kept } from '../kept.ts';

/** Bytes of blocks that a reader keeps at most: a running slice at 10,000 changes a second fits. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Blocks that were read last, opened, over all files. What a file holds under one number and time never changes: a
 * row of the journal, whose number may come again, begins at another time then.
 */
export class BlockCache {
  readonly #maxBytes: number;
  /** By name, the one that was used last at the end. */
  readonly #blocks = new Map<string, Kept | null>();
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the blocks that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Finds a block, which is opened where it is not kept.
   *
   * @param open Opens it; null: there is no block. What it throws is not remembered.
   */
  find<T extends Kept>(name: string, open: () => T | null): T | null {
    const known = this.#blocks.get(name);
    if (known !== undefined) {
      this.#blocks.delete(name);
      this.#blocks.set(name, known);
      // What was opened under a name is what its opener gives.
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

/** Bytes that an entry takes besides its block. */
const ENTRY_BYTES = 200;

function sizeOf(block: Kept | null): number {
  return ENTRY_BYTES + (block?.bytes ?? 0);
}
