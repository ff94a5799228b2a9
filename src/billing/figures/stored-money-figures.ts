import type { Clock } from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import type { EntryType } from '../ledger/posting.ts';
import type { CountAndSum, MoneyFigures, MoneyQueries } from './money-figures.ts';

/**
 * Reads the money figures from the service database. Each read counts only the transfers that are new since the read
 * before.
 */
export class StoredMoneyFigures {
  readonly #queries: MoneyQueries;
  readonly #clock: Clock;
  readonly #posted = new Map<EntryType, CountAndSum>();
  /** Id of the last transfer that {@link #posted} includes or that is older than this process; null: not read yet. */
  #countedTo: number | null = null;
  /** Runs one count at a time, so that no transfer is added twice. */
  readonly #counts = new InOrder();

  constructor(queries: MoneyQueries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
    this.#counts.run(() => this.#countPosted()).catch(() => undefined);
  }

  async read(): Promise<MoneyFigures> {
    const queries = this.#queries;
    await this.#counts.run(() => this.#countPosted());
    return {
      posted: new Map(this.#posted),
      held: await queries.sumWaiting('held'),
      unattributed: await queries.sumWaiting('unattributed'),
      debts: await queries.sumDebts(),
      openVouchers: await queries.sumOpenVouchers(this.#clock()),
      wholeAuditAt: await queries.findWholeAuditAt(),
    };
  }

  async #countPosted(): Promise<void> {
    const last = await this.#queries.findLastTransfer();
    for (const { type, count, microUsd } of await this.#queries.sumPosted(this.#countedTo ?? last, last)) {
      const sum = this.#posted.get(type) ?? { count: 0, microUsd: 0 };
      this.#posted.set(type, { count: sum.count + count, microUsd: sum.microUsd + microUsd });
    }
    this.#countedTo = last;
  }
}
