import { SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed, type LastUsed } from '../../../scheduling/last-used.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';

/** Timeout of a read of its own, since the read serves every order that waits for it. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;

/** Recent reads of markets. Orders of all accounts share a read that they need at the same time. */
export class MarketCache<Value extends object> {
  readonly #known: LastUsed<string, Value>;
  readonly #reading = new SingleFlight<string, Value | null>();

  constructor(options: { readonly max: number; readonly ttl: number }) {
    this.#known = createLastUsed(options.max, options.ttl);
  }

  /** Forgets a market, so that the next read asks the venue. */
  forget(key: string): void {
    this.#known.delete(key);
  }

  /**
   * Gets a market, read at most a cache time ago.
   *
   * @param read Reads it; null: there is no such market, which is not remembered. A failure reaches all who wait.
   * @param account Account that the read is made for: others do not wait for it, since its failure may be about the
   * account.
   */
  async get(
    key: string,
    read: (signal: AbortSignal) => Promise<Value | null>,
    account = '',
  ): Promise<Value | null> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    return this.#reading.run(`${account} ${key}`, async () => {
      const value = await read(AbortSignal.timeout(READ_TIMEOUT_MS));
      if (value !== null) this.#known.set(key, value);
      return value;
    });
  }
}
