import { SECOND_MS } from '../../../domain/index.ts';
import { createLastUsed, type LastUsed } from '../../../scheduling/last-used.ts';
import { SingleFlight } from '../../../scheduling/single-flight.ts';

/** A read serves every order that waits for it, so it ends by a time of its own, not by that of the first one. */
const READ_TIMEOUT_MS = 5 * SECOND_MS;

/** Fresh reads of markets. Orders of all accounts that need the same read at the same time share it. */
export class MarketCache<Value extends object> {
  readonly #known: LastUsed<string, Value>;
  readonly #reading = new SingleFlight<string, Value | null>();

  constructor(options: { readonly max: number; readonly ttl: number }) {
    this.#known = createLastUsed(options.max, options.ttl);
  }

  /** Makes the next read ask the venue. */
  forget(key: string): void {
    this.#known.delete(key);
  }

  /**
   * @param read null: there is no such market, which is not remembered. Its failure reaches all who wait for it.
   * @param account In whose name it is read: others do not wait for it, since its failure may be about the account.
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
