import { microUsd } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import { assetAccount, ownerAccount } from '../../chart.ts';
import type { Arrival, Deposit, DepositLimits, ProviderId } from '../../deposits/deposit.ts';
import { toDeposit } from '../../deposits/deposit-row.ts';
import { findArrival, type MoneyRows, recordDeposit } from '../../deposits/operations/record.ts';
import {
  type AppliedReversal,
  applyPending,
  recordReversal,
} from '../../deposits/operations/record-reversal.ts';
import type { ReversalOutcome } from '../../deposits/reversal.ts';
import { readAccount, readOwed } from '../../operations/accounts.ts';
import type { LedgerRows } from '../../rows.ts';
import type { IgnoredReason, PaidObject } from '../provider-event.ts';
import type { EventRows } from '../rows.ts';
import type { EventOutcome, KeptEvent, ReceivedEvent, TakenEvent } from '../webhook-events.ts';

/** Outcome of an event, as it is answered when the event is delivered again. */
type StoredOutcome =
  | { readonly ignored: IgnoredReason }
  | { readonly owner: string; readonly microUsd: number | null; readonly isHeld: boolean };

interface WebhookRows extends MoneyRows {
  readonly events: EventRows;
}

interface TakeRequest extends ReceivedEvent {
  readonly limits: DepositLimits;
  readonly now: number;
}

/** Takes one event: stores it, what it moves and the reversals that waited for it in one transaction. */
export const takeEvent = operation('webhooks.take', (rows: WebhookRows, request: TakeRequest): TakenEvent => {
  const { provider, event, bodyHash, now } = request;
  const earlier = rows.events.find(provider, event.eventId);
  if (earlier !== null) {
    const isAltered = earlier.bodyHash !== '' && bodyHash !== '' && earlier.bodyHash !== bodyHash;
    const current = currentOutcome(rows, request) ?? (JSON.parse(earlier.outcome) as StoredOutcome);
    return { isNew: false, isAltered, outcome: buildOutcome(rows.ledger, current, false) };
  }
  const { outcome, applied } = process(rows, request);
  rows.events.insert({
    provider,
    eventId: event.eventId,
    type: event.type,
    objectId: findObjectId(event),
    bodyHash,
    receivedAt: now,
    outcome: JSON.stringify(outcome),
  });
  return { isNew: true, isAltered: false, outcome: buildOutcome(rows.ledger, outcome, applied) };
});

/** A deposit that waited may have been released since its event came. */
function currentOutcome({ deposits }: MoneyRows, { provider, event }: ReceivedEvent): StoredOutcome | null {
  if (event.kind !== 'deposit') return null;
  const row = findArrival(deposits, buildArrival(provider, event.eventId, event.paid));
  // The answer has the original amount, whatever was refunded since.
  return row === null ? null : summarizeDeposit({ ...toDeposit(row), microUsd: row.microUsd });
}

type SummarizedDeposit = Pick<Deposit, 'state' | 'reason' | 'owner'> & { readonly microUsd: number | null };

interface Processed {
  readonly outcome: StoredOutcome;
  readonly applied: boolean;
}

function process(rows: WebhookRows, { provider, event, limits, now }: TakeRequest): Processed {
  const source = { scope: toScope(provider), account: assetAccount(provider) };
  switch (event.kind) {
    case 'noted':
      return { outcome: { ignored: 'event_type' }, applied: false };
    case 'deposit': {
      const { isNew, deposit } = recordDeposit(
        rows,
        buildArrival(provider, event.eventId, event.paid),
        limits,
        now,
      );
      const { paymentId } = event.paid;
      if (isNew && paymentId !== null) {
        storeOutcomes(rows.events, provider, applyPending(rows, source, paymentId, now));
      }
      return { outcome: summarizeDeposit(deposit), applied: isNew && deposit.state === 'credited' };
    }
    case 'reversal': {
      const ofEvent = { ...source, eventId: event.eventId };
      const recorded = event.reversals.map((reversal) => recordReversal(rows, ofEvent, reversal, now));
      storeOutcomes(
        rows.events,
        provider,
        recorded.flatMap(({ applied }) => applied),
      );
      return summarizeReversals(recorded.map(({ outcome }) => outcome));
    }
  }
}

/** Adds what reversals moved after their events were taken to the outcomes of those events. */
function storeOutcomes(events: EventRows, provider: ProviderId, applied: readonly AppliedReversal[]): void {
  const byEvent = Map.groupBy(applied, ({ eventId }) => eventId);
  for (const [eventId, reversals] of byEvent) {
    const earlier = events.find(provider, eventId);
    if (earlier === null) continue;
    const { outcome } = summarizeReversals(reversals.map((reversal) => reversal.outcome));
    const sum = addOutcomes(JSON.parse(earlier.outcome) as StoredOutcome, outcome);
    events.setOutcome(provider, eventId, JSON.stringify(sum));
  }
}

/** The outcome of an event some of whose reversals were applied later than others. */
function addOutcomes(earlier: StoredOutcome, later: StoredOutcome): StoredOutcome {
  if ('ignored' in earlier) return later;
  if ('ignored' in later) return earlier;
  return {
    owner: earlier.owner,
    microUsd: (earlier.microUsd ?? 0) + (later.microUsd ?? 0),
    isHeld: earlier.isHeld && later.isHeld,
  };
}

function summarizeDeposit({ state, reason, owner, microUsd: amount }: SummarizedDeposit): StoredOutcome {
  if (reason === 'currency') return { ignored: 'currency' };
  if (owner === null) return { ignored: 'unattributed' };
  return { owner, microUsd: amount, isHeld: state === 'held' };
}

/** One outcome for several reversals: what moved comes before what waits, and that before repetitions. */
function summarizeReversals(outcomes: readonly ReversalOutcome[]): Processed {
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

function buildOutcome(ledger: LedgerRows, outcome: StoredOutcome, applied: boolean): EventOutcome {
  if ('ignored' in outcome) return { status: 'ignored', reason: outcome.ignored };
  const { owner, microUsd: amount, isHeld } = outcome;
  const balance = microUsd(readAccount(ledger, ownerAccount(owner)).balance);
  const owed = readOwed(ledger, owner);
  return { status: 'money', applied, owner, microUsd: amount, balance, owed, isHeld };
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
