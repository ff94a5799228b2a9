import { type EpochMs, microUsd } from '../../../domain/index.ts';
import { operation } from '../../../storage/operation.ts';
import type { Arrival, DepositLimits, ProviderId } from '../../deposits/deposit.ts';
import { toDeposit } from '../../deposits/deposit-row.ts';
import { findArrival, type MoneyRows, recordDeposit } from '../../deposits/operations/record.ts';
import {
  type AppliedReversal,
  applyPending,
  recordReversal,
} from '../../deposits/operations/record-reversal.ts';
import { toAssetAccount, toOwnerAccount } from '../../ledger/chart.ts';
import { readAccount, readOwed } from '../../ledger/operations/accounts.ts';
import type { LedgerRows } from '../../ledger/rows.ts';
import { toProviderScope } from '../../ledger/scopes.ts';
import type { NewReviewItem } from '../../review/review-item.ts';
import {
  addOutcomes,
  type NewOutcome,
  type StoredOutcome,
  summarizeDeposit,
  summarizeReversals,
  toEventOutcome,
} from '../event-outcome.ts';
import type { PaidObject } from '../provider-event.ts';
import type { EventOutcome, ReceivedEvent, StorableEvent, TakenEvent } from '../received-event.ts';
import type { EventRow, EventRows } from '../rows.ts';

interface WebhookRows extends MoneyRows {
  readonly events: EventRows;
}

interface TakeRequest extends ReceivedEvent {
  readonly limits: DepositLimits;
  readonly now: EpochMs;
}

/** Processes one event: stores it, its postings and the reversals that waited for it in one transaction. */
export const processEvent = operation(
  'webhooks.take',
  (rows: WebhookRows, request: TakeRequest): TakenEvent => {
    const { event, bodyHash, now } = request;
    const provider = toSender(request);
    const earlier = rows.events.find(provider, event.eventId) ?? findUnscoped(rows.events, request);
    if (earlier !== null) {
      const conflict = findConflict(rows, request);
      if (conflict !== null) {
        rows.review.put(conflict);
        return { isNew: false, isAltered: true, outcome: { status: 'conflict' } };
      }
      const isAltered = earlier.bodyHash !== '' && bodyHash !== '' && earlier.bodyHash !== bodyHash;
      const outcome = findCurrentOutcome(rows, request) ?? (JSON.parse(earlier.outcome) as StoredOutcome);
      return { isNew: false, isAltered, outcome: readOutcome(rows.ledger, { outcome, applied: false }) };
    }
    const taken = applyEvent(rows, request);
    rows.events.insert({
      provider,
      eventId: event.eventId,
      type: event.type,
      objectId: findObjectId(event),
      bodyHash,
      receivedAt: now,
      outcome: JSON.stringify(taken.outcome),
    });
    return { isNew: true, isAltered: false, outcome: readOutcome(rows.ledger, taken) };
  },
);

/** Names the sender of an event. Each sender of a provider has its own scope of event ids. */
function toSender({ provider, event }: ReceivedEvent): ProviderId {
  return event.kind === 'deposit' && event.sender !== undefined ? `${provider}.${event.sender}` : provider;
}

/** Finds an event under the scope that all senders of a provider shared in an earlier version. */
function findUnscoped(events: EventRows, request: ReceivedEvent): EventRow | null {
  const { provider, event, bodyHash } = request;
  if (toSender(request) === provider) return null;
  const found = events.find(provider, event.eventId);
  return found !== null && found.bodyHash === bodyHash ? found : null;
}

/**
 * Creates the review item of an event whose id was used before with another owner or amount; null: owner and amount are
 * the same, or the provider's ids may repeat.
 */
function findConflict({ deposits }: MoneyRows, request: TakeRequest): NewReviewItem | null {
  const { provider, event, now } = request;
  if (event.kind !== 'deposit' || event.isStrict !== true) return null;
  const { eventId, paid } = event;
  const first = findArrival(deposits, buildArrival(request, eventId, paid));
  if (first === null) return null;
  const owner = first.reason === 'no_owner' ? null : first.owner;
  if (owner === paid.owner && Number(first.amount) === Number(paid.amount)) return null;
  return {
    kind: 'ref_conflict',
    subject: `${toProviderScope(toSender(request))}:${eventId}:${paid.owner ?? ''}:${paid.amount}`,
    since: now,
    owner: paid.owner,
    currency: paid.currency,
    amount: paid.amount,
    microUsd: paid.microUsd,
    known: {
      source: provider,
      event: eventId,
      deposit: first.id,
      firstOwner: first.owner,
      firstAmount: first.amount,
    },
  };
}

/**
 * Finds the current outcome of the deposit of an event, which may have been released since. null: the event made no
 * deposit.
 */
function findCurrentOutcome({ deposits }: MoneyRows, request: ReceivedEvent): StoredOutcome | null {
  const { event } = request;
  if (event.kind !== 'deposit') return null;
  const row = findArrival(deposits, buildArrival(request, event.eventId, event.paid));
  // The answer has the original amount, also after a refund.
  return row === null ? null : summarizeDeposit({ ...toDeposit(row), microUsd: row.microUsd });
}

/** Stores the postings of an event. */
function applyEvent(rows: WebhookRows, request: TakeRequest): NewOutcome {
  const { provider, event, limits, now } = request;
  const source = { scope: toProviderScope(provider), account: toAssetAccount(provider) };
  const context = { rows, source, now };
  switch (event.kind) {
    case 'noted':
      return { outcome: { ignored: 'event_type' }, applied: false };
    case 'deposit': {
      const arrival = buildArrival(request, event.eventId, event.paid);
      const { isNew, deposit } = recordDeposit({ rows, limits, now }, arrival);
      const { paymentId } = event.paid;
      if (isNew && paymentId !== null) {
        storeOutcomes(rows.events, provider, applyPending(context, paymentId));
      }
      return { outcome: summarizeDeposit(deposit), applied: isNew && deposit.state === 'credited' };
    }
    case 'reversal': {
      const recorded = event.reversals.map((one) => recordReversal(context, event.eventId, one));
      storeOutcomes(
        rows.events,
        provider,
        recorded.flatMap(({ applied }) => applied),
      );
      return summarizeReversals(recorded.map(({ outcome }) => outcome));
    }
  }
}

/** Adds the amounts of reversals that were applied later to the stored outcomes of their events. */
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

/** Reads the answer to an event, with the owner's current balance and debt. */
function readOutcome(ledger: LedgerRows, taken: NewOutcome): EventOutcome {
  return toEventOutcome(taken, (owner) => ({
    balance: microUsd(readAccount(ledger, toOwnerAccount(owner)).balance),
    owed: readOwed(ledger, owner),
  }));
}

function buildArrival(request: ReceivedEvent, eventId: string, paid: PaidObject): Arrival {
  const { provider } = request;
  const { objectId, paymentId, owner, currency, amount, microUsd: counted } = paid;
  return {
    key: { scope: toProviderScope(toSender(request)), idem: eventId },
    source: provider,
    account: toAssetAccount(provider),
    ref: eventId,
    attribution: owner === null ? { kind: 'unknown', reason: 'no_owner' } : { kind: 'owner', owner },
    currency,
    amount,
    microUsd: counted,
    eventId,
    ...(objectId === null ? {} : { objectId }),
    ...(paymentId === null ? {} : { paymentId }),
  };
}

function findObjectId(event: StorableEvent): string | null {
  switch (event.kind) {
    case 'noted':
      return event.objectId;
    case 'deposit':
      return event.paid.objectId;
    case 'reversal':
      return event.reversals[0]?.objectId ?? null;
  }
}
