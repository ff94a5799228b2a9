import { SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed, type LastUsed } from '../../../scheduling/last-used.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';

/** Timeout of a read. It does not depend on the callers, since the read serves every order that waits for it. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;

/** Keeps recent reads of markets. Orders of all accounts that need a market at the same time share one read. */
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
   * Gets a market that was read within the cache time.
   *
   * @param read Reads the market; null: there is no such market, which is not remembered. A failure reaches every
   * waiting caller.
   * @param account Account with whose key the market is read. Orders of other accounts do not wait for this read, since
   * its failure may be the account's.
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
