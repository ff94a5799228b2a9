import type { ChainStore } from '../../chains/chain-store.ts';
import type { EvmChain } from './evm-chain.ts';

/** Maximum number of recipients in one request that nodes accept. */
const MAX_PER_CALL = 500;
/** Number of requests above which all transfers of the tokens are read instead, and filtered here. */
const MAX_CALLS = 40;

/**
 * Addresses whose incoming transfers are deposits: every treasury, and the forwarders of all owners. The set only
 * grows.
 */
export class Recipients {
  readonly #chain: EvmChain;
  readonly #store: ChainStore;
  readonly #known: Set<string>;
  #treasuries: ReadonlySet<string>;
  #lastSeq = 0;

  constructor(chain: EvmChain, store: ChainStore) {
    this.#chain = chain;
    this.#store = store;
    this.#known = new Set([chain.treasury]);
    this.#treasuries = new Set([chain.treasury]);
  }

  /**
   * Adds addresses that were assigned since the last call. An address is stored before its owner learns it, so no
   * transfer is missed.
   */
  async refresh(): Promise<void> {
    this.#treasuries = new Set(await this.#store.listTreasuries(this.#chain));
    for (const treasury of this.#treasuries) this.#known.add(treasury);
    for (const { seq, address } of await this.#store.listAddressesAfter(this.#chain, this.#lastSeq)) {
      this.#known.add(address);
      this.#lastSeq = seq;
    }
  }

  /** Whether an address is the current or a former treasury of the chain. */
  isTreasury(address: string): boolean {
    return this.#treasuries.has(address);
  }

  has(address: string): boolean {
    return this.#known.has(address);
  }

  get size(): number {
    return this.#known.size;
  }

  /** Returns the recipients in lists, one per request. The single element `null` means transfers to all addresses. */
  lists(): readonly (readonly string[] | null)[] {
    if (this.#known.size > MAX_PER_CALL * MAX_CALLS) return [null];
    const all = [...this.#known];
    return Array.from({ length: Math.ceil(all.length / MAX_PER_CALL) }, (_, i) =>
      all.slice(i * MAX_PER_CALL, (i + 1) * MAX_PER_CALL),
    );
  }
}
