/** Memory that the long answers of all, and of one address, may hold. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_PER_ADDRESS = MAX_BYTES / 2;

/** Counts what long answers hold while they are sent, by the address that asked for them. */
export class HeldBodies {
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
    return this.#bytes < MAX_BYTES && (this.#byAddress.get(address) ?? 0) < MAX_BYTES_PER_ADDRESS;
  }

  add(address: string, bytes: number): void {
    this.#bytes += bytes;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    if (held > 0) this.#byAddress.set(address, held);
    else this.#byAddress.delete(address);
    if (bytes < 0) this.#onRoom();
  }
}
