import { CallWindow } from './call-window.ts';

/** Part of a limit that may be used in all before an account that exceeds its equal part must wait for the others. */
const FRAC_BEYOND_PART = 0.75;

interface Asker {
  askedAt: number;
  readonly spent: CallWindow;
}

/**
 * Shares a limit of this address among the accounts that called within the window. An account that has used more than
 * its equal part is stopped earlier, so that the others find room at once. A single caller has the whole limit.
 */
export class FairShare {
  readonly #limit: number;
  readonly #windowMs: number;
  /** Accounts that called within the window; first the one whose last call is the oldest. */
  readonly #askers = new Map<string, Asker>();

  constructor({ limit, windowMs }: { readonly limit: number; readonly windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Notes that an account wants to call. @param now Monotonic ms. */
  ask(account: string, now: number): void {
    this.#forget(now);
    const asker = this.#askers.get(account) ?? this.#newAsker();
    asker.askedAt = now;
    this.#askers.delete(account);
    this.#askers.set(account, asker);
  }

  spend(account: string, now: number, cost: number): void {
    this.ask(account, now);
    this.#askers.get(account)?.spent.spend(now, cost);
  }

  /** Finds the part of the limit, counting the calls of all accounts, up to which this account may fill it. */
  findFrac(account: string, now: number, cost: number): number {
    this.#forget(now);
    const asker = this.#askers.get(account);
    const others = this.#askers.size - (asker === undefined ? 0 : 1);
    if (asker === undefined || others === 0) return 1;
    // The equal part is at least one call, so that each account gets a turn however many there are.
    const part = Math.max(this.#limit / (others + 1), cost);
    return asker.spent.spentBy(now) + cost > part ? FRAC_BEYOND_PART : 1;
  }

  #forget(now: number): void {
    for (const [account, { askedAt }] of this.#askers) {
      if (askedAt > now - this.#windowMs) return;
      this.#askers.delete(account);
    }
  }

  #newAsker(): Asker {
    return { askedAt: 0, spent: new CallWindow({ limit: this.#limit, windowMs: this.#windowMs }) };
  }
}
