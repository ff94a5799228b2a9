import { type EpochMs, type MicroUsd, microUsd, NO_MONEY } from '../../../domain/index.ts';
import { ADJUST_ADMIN, ADJUST_WRITEOFF, toOwnerAccount, toReceivableAccount } from '../chart.ts';
import {
  type ClawBackDecision,
  type ClawBackFacts,
  decideClawBack,
  decideDebit,
  decideWriteOff,
} from '../debt-decision.ts';
import type { ClawBack, ClawBackOutcome, Debit, DebitOutcome, WriteOff, WriteOffOutcome } from '../ledger.ts';
import type { IdempotencyKey, Posting } from '../posting.ts';
import { compareRequest } from '../posting-decision.ts';
import type { LedgerRows } from '../rows.ts';
import { SCOPES, toOwedScope } from '../scopes.ts';
import { readAccount, readOwed } from './accounts.ts';
import { requirePosted, storeTransfer, toTransfer } from './store-transfer.ts';

/**
 * Debits money that a provider took back from the available balance; the rest becomes a debt. Both parts are stored, or
 * neither.
 *
 * @param now Wall clock, epoch ms.
 */
export function clawBack(rows: LedgerRows, request: ClawBack, now: EpochMs): ClawBackOutcome {
  const facts = readFacts(rows, request);
  return applyClawBack(rows, request, { ...facts, decision: decideClawBack(request.amount, facts), now });
}

/**
 * Debits an owner by the operator's decision. If debt is not allowed, an amount above the available balance is refused.
 *
 * @param now Wall clock, epoch ms.
 */
export function debit(
  rows: LedgerRows,
  { owner, amount, ref, reason, allowDebt }: Debit,
  now: EpochMs,
): DebitOutcome {
  const request: ClawBack = {
    scope: SCOPES.adminDebit,
    idem: ref,
    type: 'admin_debit',
    owner,
    amount,
    asset: ADJUST_ADMIN,
    ref,
    meta: { reason },
  };
  const facts = readFacts(rows, request);
  const decision = decideDebit(amount, facts, allowDebt);
  if (decision.status === 'insufficient') return decision;
  return applyClawBack(rows, request, { ...facts, decision, now });
}

interface ReadFacts extends ClawBackFacts {
  /** Amount that the first request with this key debited from the balance, micro-USD. */
  readonly takenBefore: number;
}

function readFacts(rows: LedgerRows, request: ClawBack): ReadFacts {
  const posting = toPosting(request);
  const taken = rows.findTransfer(request);
  const earlier = taken ?? rows.findTransfer(toDebtKey(request));
  return {
    keyUse: compareRequest(earlier, posting),
    account: readAccount(rows, posting.src),
    inCirculation: earlier === null ? rows.readInCirculation() : NO_MONEY,
    takenBefore: taken?.amount ?? 0,
  };
}

/** Stores a decided claw-back and returns its outcome. */
function applyClawBack(
  rows: LedgerRows,
  request: ClawBack,
  { decision, account, takenBefore, now }: ReadFacts & { decision: ClawBackDecision; now: EpochMs },
): ClawBackOutcome {
  const { balance } = account;
  switch (decision.status) {
    case 'duplicate':
      return { status: 'duplicate', taken: microUsd(takenBefore), balance };
    case 'conflict':
      return { status: 'conflict', transfer: toTransfer(decision.earlier) };
    case 'ceiling':
      return decision;
    case 'claw_back': {
      const { taken, owed } = decision;
      if (taken > 0) {
        const posting = { ...toPosting(request), amount: taken };
        requirePosted(storeTransfer(rows, posting, now), 'a claw-back from a balance');
      }
      if (owed > 0) requirePosted(storeTransfer(rows, toDebtPosting(request, owed), now), 'a new debt');
      return { status: 'posted', taken, owed, balance: microUsd(balance - taken) };
    }
  }
}

/** Builds the posting for the part of a claw-back that the balance pays. */
function toPosting({ owner, amount, asset, scope, idem, ref, meta, type = 'refund' }: ClawBack): Posting {
  return {
    scope,
    idem,
    type,
    src: toOwnerAccount(owner),
    dst: asset,
    amount,
    ref,
    request: [type, owner, amount],
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Builds the posting for the part of a claw-back that becomes a debt. */
function toDebtPosting(request: ClawBack, owed: MicroUsd): Posting {
  const src = toReceivableAccount(request.owner);
  return { ...toPosting(request), ...toDebtKey(request), src, amount: owed };
}

/** Returns the key of the debt that a claw-back created. */
export const toDebtKey = ({ scope, idem }: IdempotencyKey): IdempotencyKey => ({
  scope: toOwedScope(scope),
  idem,
});

/**
 * Writes off a debt, or a part of it: the loss is posted to the owner's receivable account, and no balance changes.
 *
 * @param now Wall clock, epoch ms.
 */
export function writeOff(rows: LedgerRows, { owner, amount, ref }: WriteOff, now: EpochMs): WriteOffOutcome {
  const dst = toReceivableAccount(owner);
  const key = { scope: SCOPES.adminWriteOff, idem: ref };
  const posting: Posting = { ...key, type: 'writeoff', src: ADJUST_WRITEOFF, dst, amount, ref };
  const owed = readOwed(rows, owner);

  const decision = decideWriteOff(amount, owed, compareRequest(rows.findTransfer(posting), posting));

  if (decision.status === 'posted') requirePosted(storeTransfer(rows, posting, now), 'a write-off');
  return decision;
}
