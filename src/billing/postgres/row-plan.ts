import {
  type AccountId,
  findOwner,
  mayGoNegative,
  ownerAccount,
  parseAccountKind,
  REVIEW_HELD,
  REVIEW_UNATTRIBUTED,
  receivableAccount,
} from '../chart.ts';
import { takeStep, tokenAccount } from '../deposits/chains/operations/step.ts';
import type { Step } from '../deposits/chains/operations/step-request.ts';
import type { Capture, HoldRequest, IdempotencyKey, Posting } from '../ledger.ts';
import { capture, hold, post, release } from '../operations/ledger-operations.ts';

/** Which rows a group of calls will ask for, as far as their arguments say it. */
export interface RowPlan {
  readonly accounts: ReadonlySet<string>;
  readonly transfers: readonly IdempotencyKey[];
  readonly holds: readonly IdempotencyKey[];
  /** Holds that are resolved: the accounts of their owners are needed. */
  readonly holdOwners: readonly IdempotencyKey[];
  /** Addresses whose owners may be credited, each in its scope: what they have and owe is needed. */
  readonly addresses: readonly { readonly scope: string; readonly address: string }[];
  /** Wallets of which the same is true, each in its family of chains. */
  readonly wallets: readonly { readonly family: string; readonly address: string }[];
  /** Money enters from a source, so what is in circulation is needed. */
  readonly isMoneyEntering: boolean;
}

/** A call by the name of its operation. */
interface Call {
  readonly procedure: string;
  readonly argument: unknown;
}

class Plan {
  readonly accounts = new Set<string>();
  readonly transfers: IdempotencyKey[] = [];
  readonly holds: IdempotencyKey[] = [];
  readonly holdOwners: IdempotencyKey[] = [];
  readonly addresses: { scope: string; address: string }[] = [];
  readonly wallets: { family: string; address: string }[] = [];
  isMoneyEntering = false;

  addPosting(posting: Posting): void {
    this.transfers.push(posting);
    this.accounts.add(posting.src).add(posting.dst);
    this.isMoneyEntering ||= mayGoNegative(parseAccountKind(posting.src));
    // What reaches an owner repays what is owed.
    const owner = findOwner(posting.dst);
    if (owner !== null) this.accounts.add(receivableAccount(owner));
  }

  addHold(request: HoldRequest): void {
    this.holds.push(request);
    this.accounts.add(ownerAccount(request.owner));
  }

  addResolution(key: IdempotencyKey, dst: AccountId | null): void {
    this.holds.push(key);
    this.holdOwners.push(key);
    if (dst !== null) this.accounts.add(dst);
  }

  addStep({ scope, chain, family, treasury, transfers }: Step): void {
    if (transfers.length === 0) return;
    this.accounts.add(REVIEW_HELD).add(REVIEW_UNATTRIBUTED);
    this.isMoneyEntering = true;
    for (const { idem, symbol, from, to } of transfers) {
      this.transfers.push({ scope, idem });
      this.accounts.add(tokenAccount(chain, symbol));
      if (to !== treasury) this.addresses.push({ scope, address: to });
      else if (from !== null) this.wallets.push({ family, address: from });
    }
  }
}

/**
 * Which rows the calls of a group need, so that an engine can load them at once.
 *
 * @returns null when none of the calls posts or holds by itself, or reads a chain.
 */
export function planRows(calls: readonly Call[]): RowPlan | null {
  const plan = new Plan();
  for (const { procedure, argument } of calls) {
    switch (procedure) {
      case post.name:
        plan.addPosting((argument as { posting: Posting }).posting);
        break;
      case hold.name:
        plan.addHold((argument as { request: HoldRequest }).request);
        break;
      case capture.name: {
        const { request } = argument as { request: Capture };
        plan.transfers.push(request);
        plan.addResolution(request.hold, request.dst);
        break;
      }
      case release.name:
        plan.addResolution((argument as { key: IdempotencyKey }).key, null);
        break;
      case takeStep.name:
        plan.addStep(argument as Step);
        break;
      default:
    }
  }
  return plan.accounts.size + plan.holds.length === 0 ? null : plan;
}
