import { recordStep } from '../deposits/chains/operations/step.ts';
import { toTokenAccount } from '../deposits/chains/step-decision.ts';
import type { Step } from '../deposits/chains/step-request.ts';
import {
  findOwner,
  mayGoNegative,
  parseAccountKind,
  REVIEW_HELD,
  REVIEW_UNATTRIBUTED,
  toOwnerAccount,
  toReceivableAccount,
} from '../ledger/chart.ts';
import { post, repayAll } from '../ledger/operations/ledger-operations.ts';
import type { IdempotencyKey, Posting } from '../ledger/posting.ts';

/** Rows that a group of calls is going to read, as far as the arguments of the calls tell. */
export interface RowPlan {
  readonly accounts: ReadonlySet<string>;
  readonly transfers: readonly IdempotencyKey[];
  /** Addresses whose owners may be credited, each in its scope: their balances and debts are needed. */
  readonly addresses: readonly { readonly scope: string; readonly address: string }[];
  /** Wallets whose owners may be credited, each in its family of chains. */
  readonly wallets: readonly { readonly family: string; readonly address: string }[];
  /** Receivable accounts that may be repaid: the transfers that created the debts are needed. */
  readonly receivables: ReadonlySet<string>;
  /** Whether money enters from a source or leaves to a source: the sum in circulation is needed then. */
  readonly isMoneyEntering: boolean;
}

/** A call of an operation by name. */
interface Call {
  readonly procedure: string;
  readonly argument: unknown;
}

class Plan {
  readonly accounts = new Set<string>();
  readonly transfers: IdempotencyKey[] = [];
  readonly addresses: { scope: string; address: string }[] = [];
  readonly wallets: { family: string; address: string }[] = [];
  readonly receivables = new Set<string>();
  isMoneyEntering = false;

  addPosting(posting: Posting): void {
    this.transfers.push(posting);
    this.accounts.add(posting.src).add(posting.dst);
    this.isMoneyEntering ||= mayGoNegative(parseAccountKind(posting.src));
    // Money that reaches an owner repays the owner's debt.
    const owner = findOwner(posting.dst);
    if (owner !== null) this.addRepayment(owner);
  }

  addRepayment(owner: string): void {
    const receivable = toReceivableAccount(owner);
    this.accounts.add(toOwnerAccount(owner)).add(receivable);
    this.receivables.add(receivable);
  }

  addStep({ scope, chain, family, treasuries, transfers }: Step): void {
    if (transfers.length === 0) return;
    this.accounts.add(REVIEW_HELD).add(REVIEW_UNATTRIBUTED);
    this.isMoneyEntering = true;
    for (const { idem, symbol, from, to } of transfers) {
      this.transfers.push({ scope, idem });
      this.accounts.add(toTokenAccount(chain, symbol));
      if (!treasuries.includes(to)) this.addresses.push({ scope, address: to });
      else if (from !== null) this.wallets.push({ family, address: from });
    }
  }
}

/**
 * Lists the rows that the calls of a group need, so that an engine can load them at once.
 *
 * @returns null when none of the calls is a posting by itself or a step of a chain.
 */
export function planRows(calls: readonly Call[]): RowPlan | null {
  const plan = new Plan();
  for (const { procedure, argument } of calls) {
    switch (procedure) {
      case post.name:
        plan.addPosting((argument as { posting: Posting }).posting);
        break;
      case repayAll.name:
        for (const owner of (argument as { owners: readonly string[] }).owners) plan.addRepayment(owner);
        // Repaying a debt lowers the sum of money in circulation, so the sum is needed.
        plan.isMoneyEntering = true;
        break;
      case recordStep.name:
        plan.addStep(argument as Step);
        break;
      default:
    }
  }
  return plan.accounts.size === 0 ? null : plan;
}
