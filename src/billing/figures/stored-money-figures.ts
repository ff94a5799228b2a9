import type { Clock } from '../../domain/index.ts';
import { InOrder } from '../../scheduling/in-order.ts';
import type { EntryType } from '../ledger/posting.ts';
import type { CountAndSum, MoneyFigures, MoneyQueries } from './money-figures.ts';

/** Reads figures of money from the service database. Only new transfers are counted at each read. */
export class StoredMoneyFigures {
  readonly #queries: MoneyQueries;
  readonly #clock: Clock;
  readonly #posted = new Map<EntryType, CountAndSum>();
  /** The last transfer that is in {@link #posted}, or older than the process; null: not known yet. */
  #countedTo: number | null = null;
  /** Counts follow one another, so that none is added twice. */
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
