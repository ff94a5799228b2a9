import { MINUTE_MS } from '../../../domain/index.ts';
import { computeDoubledMs } from '../../../scheduling/backoff.ts';
import { createLastUsed, type LastUsed } from '../../../scheduling/last-used.ts';
import { SlowedRate } from '../../../upstream/slowed-rate.ts';
import { CallBudgetError, type CallLimit, type CallLimits } from './call-limits.ts';
import { isRead, MAX_WAIT_MS, RANK, SHARE_FRAC, UNSHARED, type VenueCall } from './call-purpose.ts';
import { CallWindow } from './call-window.ts';
import { FairShare } from './fair-share.ts';

export { CallBudgetError, type CallLimit, type CallLimits, NO_LIMITS } from './call-limits.ts';
export type { CallPurpose, VenueCall } from './call-purpose.ts';

const MAX_PAUSE_MS = 5 * MINUTE_MS;
const MAX_WAITING = 1_000;
/** Maximum number of calls of one account that wait, so that calls of others find room. */
const MAX_WAITING_OF_ACCOUNT = 100;
/** Number of the last used accounts that are remembered; a forgotten account begins with an empty window. */
const MAX_ACCOUNTS = 10_000;
const BUSY_RETRY_MS = 1_000;
/** Longest time for which a turn that was taken, but not used yet, counts as a call in progress. */
const TURN_MS = 10_000;

/** State of one address or account within the venue's limits. */
interface Payer {
  readonly windows: readonly CallWindow[];
  pausedUntil: number;
  /** Time until which new orders are paused; cancels and look-ups continue. */
  ordersPausedUntil: number;
  refusals: number;
  /** Rate of reads, which a refusal lowers. Orders and cancels are not slowed. */
  readonly reads: SlowedRate;
  /** Time from which the next read may leave, while reads are slowed. */
  nextReadAt: number;
  /** Number of calls in progress. */
  running: number;
  /** Times of turns that were taken and not used yet, oldest first. */
  turns: number[];
  /** Number of the last turn among those of all payers: the account with the lowest number goes first. */
  lastTurn: number;
}

interface Waiter {
  readonly call: VenueCall;
  readonly giveUpAt: number;
  readonly resolve: () => void;
  readonly reject: (error: CallBudgetError) => void;
}

/** Keeps trading calls within a venue's limits, the most urgent first. */
export class CallBudget {
  readonly #venue: string;
  readonly #limits: CallLimits;
  readonly #now: () => number;
  readonly #address: Payer;
  readonly #accounts: LastUsed<string, Payer>;
  /** Division of the address's limits between accounts, one entry for each limit in their order. */
  readonly #shares: readonly FairShare[];
  /** Window of credential checks; null: checks have no limit of their own. */
  readonly #checks: CallWindow | null;
  /** Calls that wait, by urgency, then by arrival. */
  #waiting: Waiter[] = [];
  #turnCount = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Starts with empty windows. @param now Monotonic ms. */
  constructor(venue: string, limits: CallLimits, now: () => number = () => performance.now()) {
    this.#venue = venue;
    this.#limits = limits;
    this.#now = now;
    this.#address = this.#newPayer('address');
    this.#accounts = createLastUsed(MAX_ACCOUNTS);
    this.#shares = limits.limits.filter(({ scope }) => scope === 'address').map((one) => new FairShare(one));
    this.#checks = limits.checks === undefined ? null : new CallWindow(limits.checks);
  }

  /** Waits until the call may leave, and counts it. @throws {CallBudgetError} when the wait would be too long. */
  async take(call: VenueCall): Promise<void> {
    const { account } = call;
    // A check of a credential takes nothing from the accounts that trade.
    if (account !== null && call.purpose !== 'check')
      for (const share of this.#shares) share.ask(account, this.#now());
    const waitMs = this.waitMs(call);
    const isFirst = !this.#waiting.some((other) => RANK[other.call.purpose] <= RANK[call.purpose]);
    if (waitMs === 0 && isFirst) return this.#takeTurn(call);
    const isFull =
      this.#waiting.length >= MAX_WAITING ||
      this.#waiting.filter((other) => other.call.account === account).length >= MAX_WAITING_OF_ACCOUNT;
    const maxWaitMs = call.isImpatient === true ? 0 : MAX_WAIT_MS[call.purpose];
    if (waitMs > maxWaitMs || isFull) {
      throw this.#toHeldBack(call, Math.max(waitMs, BUSY_RETRY_MS));
    }
    return new Promise((resolve, reject) => {
      const giveUpAt = this.#now() + maxWaitMs;
      const after = this.#waiting.findIndex((other) => RANK[other.call.purpose] > RANK[call.purpose]);
      const index = after === -1 ? this.#waiting.length : after;
      this.#waiting.splice(index, 0, { call, giveUpAt, resolve, reject });
      this.#pump();
    });
  }

  /** Computes the time in ms until the venue's limits have room for a call; 0: it may leave now. */
  waitMs(call: VenueCall): number {
    const now = this.#now();
    const { limits } = this.#limits;
    let waitMs = 0;
    for (const payer of this.#getPayers(call)) {
      waitMs = Math.max(waitMs, Math.ceil(payer.pausedUntil - now));
      if (isRead(call)) waitMs = Math.max(waitMs, Math.ceil(payer.nextReadAt - now));
      if (call.purpose === 'order') waitMs = Math.max(waitMs, Math.ceil(payer.ordersPausedUntil - now));
    }
    // The wait is a guess: in fact the end of any call wakes the waiting ones.
    if (countCalls(this.#getPayers(call).at(-1)!, now) >= this.#countFree(call))
      waitMs = Math.max(waitMs, BUSY_RETRY_MS);
    if (call.purpose === 'check')
      waitMs = Math.max(waitMs, this.#checks?.waitMs(now, call.cost ?? 1, 1) ?? 0);
    for (const [window, limit, share] of this.#listWindows(call, limits)) {
      const cost = limit.getCost(call);
      // Cancels stay possible for all bots, and checks have their own limit.
      const isShared = call.account !== null && !UNSHARED.has(call.purpose);
      const fairFrac = isShared ? (share?.findFrac(call.account, now, cost) ?? 1) : 1;
      const answerCost = computeAnswerCost(limit, call);
      waitMs = Math.max(waitMs, window.waitMs(now, cost, SHARE_FRAC[call.purpose] * fairFrac, answerCost));
    }
    return waitMs;
  }

  /** Returns the number of calls of the call's purpose that may be in progress together. */
  #countFree(call: VenueCall): number {
    const { maxConcurrent, maxConcurrentUnnamed } = this.#limits;
    if (call.account === null) return maxConcurrentUnnamed ?? Number.POSITIVE_INFINITY;
    if (maxConcurrent === undefined) return Number.POSITIVE_INFINITY;
    return RANK[call.purpose] <= RANK.order ? maxConcurrent : Math.max(1, maxConcurrent - 1);
  }

  /**
   * Counts a call as in progress. @returns A function that ends the call and takes the additional cost of its answer.
   */
  begin(call: VenueCall): (answerCost?: number) => void {
    const payer = this.#getPayers(call).at(-1)!;
    payer.turns.shift();
    payer.running++;
    return (answerCost = 0) => {
      payer.running--;
      this.#reserve(call, -1);
      if (answerCost > 0) this.#spend({ ...call, cost: answerCost });
      this.#pump();
    };
  }

  /**
   * Notes an answer of the venue. A refusal by 429 pauses calls and slows reads; any other answer ends the count of
   * refusals.
   *
   * @param retryAfterMs Wait that the venue requests; null: none stated.
   */
  noteAnswer({ account }: VenueCall, isRefused: boolean, retryAfterMs: number | null): void {
    const isOfAccount = this.#limits.refuses === 'account' && account !== null;
    const payer = isOfAccount ? this.#getPayer(account) : this.#address;
    if (!isRefused) {
      payer.refusals = 0;
      return;
    }
    payer.reads.slowDown(this.#now());
    const limits = { firstMs: this.#limits.pauseMs, maxMs: MAX_PAUSE_MS };
    const pauseMs = Math.min(retryAfterMs ?? computeDoubledMs(limits, payer.refusals), MAX_PAUSE_MS);
    payer.refusals++;
    payer.pausedUntil = Math.max(payer.pausedUntil, this.#now() + pauseMs);
  }

  /** Pauses the orders of an account that the venue refuses for a while; the account's other calls continue. */
  pauseOrders(account: string, durationMs: number): void {
    const payer = this.#getPayer(account);
    payer.ordersPausedUntil = Math.max(payer.ordersPausedUntil, this.#now() + durationMs);
  }

  #pump(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // The time is read before turns are given, so a call leaves even when its room comes in its last millisecond of
    // waiting.
    const now = this.#now();
    const served = new Set<Waiter>();
    for (const line of Map.groupBy(this.#waiting, ({ call }) => RANK[call.purpose]).values()) {
      this.#serveInTurns(line, served);
    }
    let nextMs = Number.POSITIVE_INFINITY;
    this.#waiting = this.#waiting.filter((waiter) => {
      if (served.has(waiter)) return false;
      const waitMs = this.waitMs(waiter.call);
      if (now >= waiter.giveUpAt) {
        waiter.reject(this.#toHeldBack(waiter.call, waitMs));
        return false;
      }
      nextMs = Math.min(nextMs, Math.max(1, waitMs), waiter.giveUpAt - now);
      return true;
    });
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#pump(), Math.max(1, nextMs));
  }

  /** Lets waiting calls of one urgency leave while there is room: one of each account, then the next of each. */
  #serveInTurns(line: readonly Waiter[], served: Set<Waiter>): void {
    const lines = [...Map.groupBy(line, ({ call }) => call.account)]
      .map(([account, waiters]) => ({
        payer: account === null ? this.#address : this.#getPayer(account),
        waiters,
      }))
      .sort((a, b) => a.payer.lastTurn - b.payer.lastTurn);
    let open = lines.map(({ waiters }) => waiters.values());
    while (open.length > 0) {
      open = open.filter((waiters) => {
        const { value: waiter } = waiters.next();
        if (waiter === undefined || this.waitMs(waiter.call) > 0) return false;
        this.#takeTurn(waiter.call);
        waiter.resolve();
        served.add(waiter);
        return true;
      });
    }
  }

  #takeTurn(call: VenueCall): void {
    this.#spend(call);
    this.#reserve(call, 1);
    const payer = this.#getPayers(call).at(-1)!;
    payer.lastTurn = ++this.#turnCount;
    if (this.#countFree(call) < Number.POSITIVE_INFINITY) payer.turns.push(this.#now());
  }

  /** Keeps room for the possible cost of an answer, or with -1 gives the room back. */
  #reserve(call: VenueCall, sign: 1 | -1): void {
    if (call.maxAnswerCost === undefined) return;
    for (const [window, limit] of this.#listWindows(call, this.#limits.limits)) {
      window.reserve(sign * computeAnswerCost(limit, call));
    }
  }

  #spend(call: VenueCall): void {
    const now = this.#now();
    if (call.purpose === 'check') this.#checks?.spend(now, call.cost ?? 1);
    const frac = isRead(call) ? Math.min(...this.#getPayers(call).map(({ reads }) => reads.frac(now))) : 1;
    for (const [window, limit, share, payer] of this.#listWindows(call, this.#limits.limits)) {
      const cost = limit.getCost(call);
      window.spend(now, cost);
      // At half the rate the time between two reads doubles, in limits of the address and of the account alike.
      if (frac < 1 && cost > 0)
        payer.nextReadAt = Math.max(payer.nextReadAt, now + (cost * limit.windowMs) / limit.limit / frac);
      if (call.account !== null && call.purpose !== 'check') share?.spend(call.account, now, cost);
    }
  }

  #toHeldBack({ purpose }: VenueCall, waitMs: number): CallBudgetError {
    const what = purpose === 'order' ? 'takes no further order' : 'is asked nothing further';
    return new CallBudgetError(`${this.#venue} ${what} for now, to keep its limits`, waitMs);
  }

  #getPayers({ account }: VenueCall): Payer[] {
    return account === null ? [this.#address] : [this.#address, this.#getPayer(account)];
  }

  /** Lists the windows that count a call. Those of the address come with the shares of the accounts. */
  *#listWindows(
    call: VenueCall,
    limits: readonly CallLimit[],
  ): Generator<[CallWindow, CallLimit, FairShare | undefined, Payer]> {
    for (const payer of this.#getPayers(call)) {
      const scope = payer === this.#address ? 'address' : 'account';
      for (const [index, limit] of limits.filter((one) => one.scope === scope).entries()) {
        const share = scope === 'address' ? this.#shares[index] : undefined;
        yield [payer.windows[index]!, limit, share, payer];
      }
    }
  }

  #getPayer(account: string): Payer {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const payer = this.#newPayer('account');
    this.#accounts.set(account, payer);
    return payer;
  }

  #newPayer(scope: CallLimit['scope']): Payer {
    const windows = this.#limits.limits
      .filter((one) => one.scope === scope)
      .map((one) => new CallWindow(one));
    const pauses = { pausedUntil: 0, ordersPausedUntil: 0, refusals: 0 };
    const slowed = { reads: new SlowedRate(), nextReadAt: 0 };
    return { windows, ...pauses, ...slowed, running: 0, turns: [], lastTurn: 0 };
  }
}

/** Computes the possible cost of an answer in a limit, beyond the cost of its call. */
function computeAnswerCost(limit: CallLimit, call: VenueCall): number {
  return call.maxAnswerCost === undefined ? 0 : limit.getCost({ ...call, cost: call.maxAnswerCost });
}

function countCalls(payer: Payer, now: number): number {
  while (payer.turns.length > 0 && payer.turns[0]! <= now - TURN_MS) payer.turns.shift();
  return payer.running + payer.turns.length;
}
