import { type AssetRef, type Clock, type EpochMs, MINUTE_MS, SECOND_MS } from '../../domain/index.ts';
import type { CredentialKey } from '../../vault/vault-record.ts';
import type { ExecutionVenue, OpenedSecret } from '../execution/index.ts';
import type { HoldingQueries } from './rows.ts';

/** Number of resting orders in an account that none of its bots placed. */
export interface ForeignOrderCount {
  readonly count: number;
  readonly checkedAt: EpochMs;
}

/** Time between two lists of an account's open orders. After a start or a failed reading the list is due at once. */
const LIST_EVERY_MS = 10 * MINUTE_MS;
/** Time for which the venue's list may still contain an order that has changed since. */
const CHANGED_WITHIN_MS = MINUTE_MS;
const TIMEOUT_MS = 10 * SECOND_MS;

/** Lists the resting orders of accounts, and counts those that none of the account's bots placed. */
export class ForeignOrders {
  readonly #queries: Pick<HoldingQueries, 'listOrderIds'>;
  readonly #clock: Clock;
  readonly #counts = new Map<string, ForeignOrderCount>();

  constructor(queries: Pick<HoldingQueries, 'listOrderIds'>, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Finds the number of foreign orders; null: not listed yet, or the venue states no list. */
  find(credential: CredentialKey): ForeignOrderCount | null {
    return this.#counts.get(toKey(credential)) ?? null;
  }

  /**
   * Lists the orders of an account when that is due. Without an answer the earlier count stays, and the list remains
   * due.
   *
   * @param wasLost Whether the reading before this one failed.
   */
  async look(
    execution: Pick<ExecutionVenue, 'readOpenOrders'>,
    credential: CredentialKey,
    { refs, secret, wasLost }: { refs: readonly AssetRef[]; secret: OpenedSecret; wasLost: boolean },
  ): Promise<void> {
    const key = toKey(credential);
    const checkedAt = this.#clock();
    const known = this.#counts.get(key);
    if (known !== undefined && !wasLost && checkedAt - known.checkedAt < LIST_EVERY_MS) return;
    const listed = await execution.readOpenOrders?.(refs, secret, AbortSignal.timeout(TIMEOUT_MS));
    if (listed?.status !== 'read') return;
    // Own orders are read after the list, so that they include orders placed meanwhile.
    const own = await this.#queries.listOrderIds(credential, checkedAt - CHANGED_WITHIN_MS);
    const isOwn = (id: string | null) => id !== null && own.has(id.toLowerCase());
    const others = listed.orders.filter((one) => !isOwn(one.venueOrderId) && !isOwn(one.venueClientId));
    this.#counts.set(key, { count: others.length, checkedAt });
  }
}

const toKey = ({ owner, venue }: CredentialKey) => `${owner} ${venue}`;
