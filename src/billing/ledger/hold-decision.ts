import { isOperationAmount, type MicroUsd, microUsd } from '../../domain/index.ts';
import { type AccountState, getAvailable } from './account-state.ts';
import type { ChainedRow } from './hash-chain.ts';
import type { Capture, Hold, HoldRequest } from './ledger.ts';
import { toInsufficient } from './posting-decision.ts';

export type HoldDecision =
  | { readonly status: 'duplicate'; readonly hold: Hold }
  | { readonly status: 'conflict'; readonly hold: Hold }
  | { readonly status: 'ceiling' }
  | { readonly status: 'insufficient'; readonly balance: MicroUsd; readonly available: MicroUsd }
  | { readonly status: 'hold'; readonly account: AccountState };

/**
 * Decides whether money can be reserved. Writes nothing.
 *
 * @param earlier The hold with the same key; null: the key is new.
 */
export function decideHold(request: HoldRequest, earlier: Hold | null, account: AccountState): HoldDecision {
  if (earlier !== null) {
    const isReplay = earlier.owner === request.owner && earlier.amount === request.amount;
    return { status: isReplay ? 'duplicate' : 'conflict', hold: earlier };
  }
  if (!isOperationAmount(request.amount)) return { status: 'ceiling' };
  if (getAvailable(account) < request.amount) return toInsufficient(account);
  return { status: 'hold', account: { ...account, held: microUsd(account.held + request.amount) } };
}

export type HoldReleaseDecision =
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  /** `account`: state of the account with the held money available again. */
  | { readonly status: 'release'; readonly account: AccountState };

/** Decides whether a hold can still be released. Writes nothing. */
export function decideHoldRelease(hold: Hold, account: AccountState): HoldReleaseDecision {
  if (hold.state !== 'pending') return { status: 'already_resolved', hold };
  return { status: 'release', account: { ...account, held: microUsd(account.held - hold.amount) } };
}

export type CaptureDecision<Earlier = ChainedRow> =
  | { readonly status: 'already_resolved'; readonly hold: Hold }
  | { readonly status: 'above_hold'; readonly hold: Hold }
  | { readonly status: 'conflict'; readonly earlier: Earlier }
  /** `account`: state before the charge, with the held money available again. */
  | { readonly status: 'capture'; readonly account: AccountState };

export interface CaptureFacts<Earlier = ChainedRow> {
  readonly hold: Hold;
  /** State of the owner's account. */
  readonly account: AccountState;
  /** The transfer with the key of the capture; null: the key is new. */
  readonly earlier: Earlier | null;
}

/** Decides whether a hold can be captured with the given amount. Writes nothing. */
export function decideCapture<Earlier>(
  { amount }: Capture,
  { hold, account, earlier }: CaptureFacts<Earlier>,
): CaptureDecision<Earlier> {
  const release = decideHoldRelease(hold, account);
  if (release.status !== 'release') return release;
  if (!isOperationAmount(amount) || amount > hold.amount) return { status: 'above_hold', hold };
  if (earlier !== null) return { status: 'conflict', earlier };
  return { status: 'capture', account: release.account };
}
