import { type MicroUsd, microUsd } from '../../../../domain/index.ts';
import { procedure, procedureModule, type Transaction } from '../../../../storage/sqlite/procedure.ts';
import { assetAccount, ownerAccount, receivableAccount } from '../../../chart.ts';
import type { Arrival, Deposit, DepositLimits, ProviderId } from '../../../deposits/deposit.ts';
import type { ReversalOutcome } from '../../../deposits/reversal.ts';
import { findArrival, recordDeposit } from '../../../deposits/sqlite/record.ts';
import { applyReversal, settlePending } from '../../../deposits/sqlite/reversals.ts';
import { toDeposit } from '../../../deposits/sqlite/rows.ts';
import { readAccount } from '../../../sqlite/accounts.ts';
import type { IgnoredReason, PaidObject, ProviderEvent } from '../provider-event.ts';
import { findEvent, type StoredOutcome, storeEvent, storeOutcome } from './events.ts';

/** An event that is kept. */
export type KeptEvent = Exclude<ProviderEvent, { kind: 'ignored' }>;

export interface TakeEvent {
  readonly provider: ProviderId;
  readonly event: KeptEvent;
  /** SHA-256 of the body, hex. Empty: it did not come as a webhook, so its bytes are not known. */
  readonly bodyHash: string;
  readonly limits: DepositLimits;
  readonly now: number;
}

export type TakeOutcome = {
  /** false: the event was taken before. */
  readonly isNew: boolean;
} & (
  | { readonly status: 'ignored'; readonly reason: IgnoredReason }
  | {
      readonly status: 'money';
      readonly applied: boolean;
      readonly owner: string;
      /** By how much the balance changed, or would have; null: not counted. */
      readonly microUsd: number | null;
      readonly balance: MicroUsd;
      /** What the owner owes now. */
      readonly owed: MicroUsd;
      /** It waits for a review. */
      readonly isHeld: boolean;
      /** The event came before with another body. */
      readonly isAltered: boolean;
    }
);

/** Takes one event: what it moves, what waited for it, and that it came are one transaction. */
export const takeEventProcedure = procedure('webhooks.take', (tx, request: TakeEvent): TakeOutcome => {
  const { provider, event, bodyHash, now } = request;
  const earlier = findEvent(tx, provider, event.eventId);
  if (earlier !== null) {
    const isAltered = earlier.bodyHash !== '' && bodyHash !== '' && earlier.bodyHash !== bodyHash;
    const current = currentOutcome(tx, request) ?? earlier.outcome;
    return { isNew: false, ...answer(tx, current, { applied: false, isAltered }) };
  }
  const { outcome, applied } = process(tx, request);
  storeEvent(tx, {
    provider,
    eventId: event.eventId,
    type: event.type,
    objectId: findObjectId(event),
    bodyHash,
    receivedAt: now,
    outcome,
  });
  return { isNew: true, ...answer(tx, outcome, { applied, isAltered: false }) };
});

/** A deposit that waited may have been released since its event came. */
function currentOutcome(tx: Transaction, { provider, event }: TakeEvent): StoredOutcome | null {
  if (event.kind !== 'deposit') return null;
  const row = findArrival(tx, buildArrival(provider, event.eventId, event.paid));
  return row === null ? null : ofDeposit(toDeposit(row));
}

interface Processed {
  readonly outcome: StoredOutcome;
  readonly applied: boolean;
}

function process(tx: Transaction, { provider, event, limits, now }: TakeEvent): Processed {
  const source = { scope: toScope(provider), account: assetAccount(provider) };
  switch (event.kind) {
    case 'noted':
      return { outcome: { ignored: 'event_type' }, applied: false };
    case 'deposit': {
      const { isNew, deposit } = recordDeposit(
        tx,
        buildArrival(provider, event.eventId, event.paid),
        limits,
        now,
      );
      const { paymentId } = event.paid;
      if (isNew && paymentId !== null) {
        for (const settled of settlePending(tx, source, paymentId, now)) {
          storeOutcome(tx, provider, settled.eventId, ofReversals([settled.outcome]).outcome);
        }
      }
      return { outcome: ofDeposit(deposit), applied: isNew && deposit.state === 'credited' };
    }
    case 'reversal': {
      const ofEvent = { ...source, eventId: event.eventId };
      return ofReversals(event.reversals.map((reversal) => applyReversal(tx, ofEvent, reversal, now)));
    }
  }
}

function ofDeposit({ state, reason, owner, microUsd: amount }: Deposit): StoredOutcome {
  if (reason === 'currency') return { ignored: 'currency' };
  if (owner === null) return { ignored: 'unattributed' };
  return { owner, microUsd: amount, isHeld: state === 'held' };
}

/** Of several, what moved counts before what waits, and that before what was there already. */
function ofReversals(outcomes: readonly ReversalOutcome[]): Processed {
  const moved = outcomes.filter((outcome) => outcome.status === 'moved');
  const known = moved.length > 0 ? moved : outcomes.filter((outcome) => outcome.status === 'repeated');
  const isPending = outcomes.some(({ status }) => status === 'pending');
  const [first] = known;
  if (first !== undefined && (moved.length > 0 || !isPending)) {
    const sum = known.reduce((total, outcome) => total + outcome.moved, 0);
    const isHeld = moved.length > 0 && moved.every((outcome) => outcome.isHeld);
    return { outcome: { owner: first.owner, microUsd: sum, isHeld }, applied: moved.length > 0 };
  }
  const ignored = isPending
    ? 'pending_deposit'
    : outcomes.some(({ status }) => status === 'currency')
      ? 'currency'
      : 'unattributed';
  return { outcome: { ignored }, applied: false };
}

function answer(
  tx: Transaction,
  outcome: StoredOutcome,
  { applied, isAltered }: { readonly applied: boolean; readonly isAltered: boolean },
) {
  if ('ignored' in outcome) {
    return { status: 'ignored' as const, reason: outcome.ignored };
  }
  const { owner, microUsd: amount, isHeld } = outcome;
  const balance = microUsd(readAccount(tx, ownerAccount(owner)).balance);
  const owed = microUsd(0 - readAccount(tx, receivableAccount(owner)).balance);
  return { status: 'money' as const, applied, owner, microUsd: amount, balance, owed, isHeld, isAltered };
}

function buildArrival(provider: ProviderId, eventId: string, paid: PaidObject): Arrival {
  const { objectId, paymentId, owner, currency, amount, microUsd: counted } = paid;
  return {
    key: { scope: toScope(provider), idem: eventId },
    source: provider,
    account: assetAccount(provider),
    ref: eventId,
    owner: owner ?? { unknown: 'no_owner' },
    currency,
    amount,
    microUsd: counted,
    eventId,
    ...(objectId === null ? {} : { objectId }),
    ...(paymentId === null ? {} : { paymentId }),
  };
}

function findObjectId(event: KeptEvent): string | null {
  switch (event.kind) {
    case 'noted':
      return event.objectId;
    case 'deposit':
      return event.paid.objectId;
    case 'reversal':
      return event.reversals[0]?.objectId ?? null;
  }
}

function toScope(provider: ProviderId): string {
  return `wh:${provider}`;
}

export const procedures = procedureModule(import.meta.url, [takeEventProcedure]);
