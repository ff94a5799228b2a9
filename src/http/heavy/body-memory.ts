/** Maximum memory of long answers. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Memory above the maximum for addresses that hold nothing yet. */
const RESERVE_BYTES = 32 * 1024 * 1024;

/**
 * Counts the memory of long answers by client address, while they are sent.
 *
 * Each address may hold half of the memory that the others leave: the first 32 MiB, the second 16, and so on. However
 * many clients read slowly, a new address still finds room. The reserve covers an answer that takes more than its
 * share.
 */
export class BodyMemory {
  readonly #byAddress = new Map<string, number>();
  readonly #onRoom: () => void;
  #bytes = 0;

  constructor(onRoom: () => void) {
    this.#onRoom = onRoom;
  }

  get bytes(): number {
    return this.#bytes;
  }

  hasRoomFor(address: string): boolean {
    const own = this.#byAddress.get(address) ?? 0;
    if (own === 0 && this.#bytes < MAX_BYTES + RESERVE_BYTES) return true;
    return own < (MAX_BYTES - (this.#bytes - own)) / 2;
  }

  add(address: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
    if (bytes < 0) this.#onRoom();
  }
}
