import { addDays, type Clock, listDays, type MicroUsd, microUsd, toDay } from '../../domain/index.ts';
import {
  type AccountId,
  ADJUST_ADMIN,
  ADJUST_WRITEOFF,
  REVENUE_STREAM,
  REVENUE_TRADE_FEE,
  toOwnerAccount,
} from '../ledger/chart.ts';

/** Balance of an owner at the end of a UTC day, with its held part; of the current day: now. */
export interface DailyBalance {
  /** Day in UTC: `2026-11-30`. */
  readonly day: string;
  readonly microUsd: MicroUsd;
}

/** Revenue of the ledger on a UTC day, and corrections by hand, in micro-USD. */
export interface DailyRevenue {
  /** Day in UTC: `2026-11-30`. */
  readonly day: string;
  /** Charges less refunds of charges. */
  readonly microUsd: number;
  readonly chargedMicroUsd: number;
  /** Charges that were given back: of streams that could not start, of fills that failed. */
  readonly refundedMicroUsd: number;
  /** Part of `microUsd` from live streams. */
  readonly streamMicroUsd: number;
  /** Part of `microUsd` from filled trades. */
  readonly tradeMicroUsd: number;
  /** Credits by the operator. */
  readonly adminCreditMicroUsd: number;
  /** Debits by the operator. */
  readonly adminDebitMicroUsd: number;
  /** Debts that were written off, less what came back of them. */
  readonly writeOffMicroUsd: number;
}

/** Balance of an account at the end of a day. */
export interface DayEnd {
  readonly balance: number;
}

/** Balance of an account at the end of a day, and what it paid on the day. */
export interface DayFlow extends DayEnd {
  readonly paid: number;
}

/** Days whose ends are read. */
export interface DaySpan {
  /** Time at which the first day begins, epoch ms. */
  readonly fromMs: number;
  readonly days: number;
}

/** Queries of committed transfers by day. The last day has no end: it has everything that came after. */
export interface DailyMoneyQueries {
  /**
   * Lists the balances of an account, oldest first: at the start of the span, then at the end of each day. Reads the
   * ends only and not the transfers between them.
   */
  listDayEnds(account: AccountId, span: DaySpan): Promise<readonly DayEnd[]>;
  /** Lists balances as {@link listDayEnds} does, with what the account paid on each day. */
  listDayFlows(account: AccountId, span: DaySpan): Promise<readonly DayFlow[]>;
}

/** Change of an account on a day. */
interface Flow {
  readonly paid: number;
  readonly received: number;
}

/** Exact sums of the ledger by UTC day. */
export class DailyMoney {
  readonly #queries: DailyMoneyQueries;
  readonly #clock: Clock;

  constructor(queries: DailyMoneyQueries, clock: Clock) {
    this.#queries = queries;
    this.#clock = clock;
  }

  /** Reads the balance of an owner on each of the last days, oldest first. @param count Number of days. */
  async readBalances(owner: string, count: number): Promise<readonly DailyBalance[]> {
    const { days, span } = this.#toSpan(count);
    const ends = await this.#queries.listDayEnds(toOwnerAccount(owner), span);
    return days.map((day, i) => ({ day, microUsd: microUsd(ends[i + 1]!.balance) }));
  }

  /** Reads the revenue of each of the last days, oldest first. @param count Number of days. */
  async readRevenue(count: number): Promise<readonly DailyRevenue[]> {
    const { days, span } = this.#toSpan(count);
    const [stream, trade, admin, writeOff] = await Promise.all(
      [REVENUE_STREAM, REVENUE_TRADE_FEE, ADJUST_ADMIN, ADJUST_WRITEOFF].map((account) =>
        this.#readFlows(account, span),
      ),
    );
    return days.map((day, i) => {
      const [streams, trades, byHand, debts] = [stream!, trade!, admin!, writeOff!].map((flows) => flows[i]!);
      const chargedMicroUsd = streams!.received + trades!.received;
      const refundedMicroUsd = streams!.paid + trades!.paid;
      return {
        day,
        microUsd: chargedMicroUsd - refundedMicroUsd,
        chargedMicroUsd,
        refundedMicroUsd,
        streamMicroUsd: streams!.received - streams!.paid,
        tradeMicroUsd: trades!.received - trades!.paid,
        adminCreditMicroUsd: byHand!.paid,
        adminDebitMicroUsd: byHand!.received,
        writeOffMicroUsd: debts!.paid - debts!.received,
      };
    });
  }

  async #readFlows(account: AccountId, span: DaySpan): Promise<readonly Flow[]> {
    const ends = await this.#queries.listDayFlows(account, span);
    return ends.slice(1).map(({ balance, paid }, i) => ({
      paid,
      received: balance - ends[i]!.balance + paid,
    }));
  }

  #toSpan(count: number): { readonly days: readonly string[]; readonly span: DaySpan } {
    const today = toDay(this.#clock());
    const fromMs = Date.parse(addDays(today, 1 - count));
    return { days: listDays(today, count), span: { fromMs, days: count } };
  }
}
