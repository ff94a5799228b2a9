import { MINUTE_MS } from '../../domain/index.ts';
import { operation } from '../../storage/operation.ts';
import type { AlertEventRow, AlertRows, AlertStateRow, DeliveryRow, EndpointRow } from '../rows.ts';

/** An event to store, with the endpoints that are told and the ids of their deliveries. */
export interface NewEvent extends Omit<AlertEventRow, 'seq'> {
  readonly to: readonly { readonly endpoint: string; readonly deliveryId: string }[];
}

/** A change of a rule's state, with the events that it causes. */
export interface StateChange {
  readonly state: AlertStateRow;
  readonly events: readonly NewEvent[];
  readonly limits: DeliveryLimits;
}

/** Limits of the deliveries to one endpoint. Those beyond them are counted, and told by one event. */
export interface DeliveryLimits {
  /** Maximum number of deliveries in a minute. */
  readonly perMinute: number;
  /** Maximum number of deliveries that wait, or that ended without a try while the endpoint was off. */
  readonly undelivered: number;
}

export type AdvanceOutcome = 'stored' | 'conflict';

const NO_ENDPOINT: Omit<EndpointRow, 'endpoint'> = { offSince: null, suppressed: 0, suppressedSince: null };

/** Stores a state with its events and their deliveries; nothing when the state has changed in the meantime. */
export const advanceAlert = operation(
  'alerts.advance',
  (rows: AlertRows, { state, events, limits }: StateChange): AdvanceOutcome => {
    const current = rows.findState(state.rule, state.subject);
    if ((current?.version ?? 0) !== state.version - 1) return 'conflict';
    rows.putState(state);
    for (const event of events) addEvent(rows, event, limits);
    return 'stored';
  },
);

function addEvent(rows: AlertRows, { to, ...event }: NewEvent, limits: DeliveryLimits): void {
  const seq = rows.findLastSeq() + 1;
  rows.insertEvent({ ...event, seq });
  for (const { endpoint, deliveryId } of to) {
    const known = rows.findEndpoint(endpoint) ?? { endpoint, ...NO_ENDPOINT };
    const isOff = known.offSince !== null;
    const undelivered = isOff ? rows.countDeliveries(endpoint, known.offSince) : rows.countWaiting(endpoint);
    const isLeftOut =
      undelivered >= limits.undelivered ||
      rows.countDeliveries(endpoint, event.t - MINUTE_MS) >= limits.perMinute;
    if (isLeftOut) {
      const suppressedSince = known.suppressedSince ?? event.t;
      rows.putEndpoint({ ...known, suppressed: known.suppressed + 1, suppressedSince });
      continue;
    }
    rows.insertDelivery({
      id: deliveryId,
      seq,
      endpoint,
      rule: event.rule ?? '',
      state: isOff ? 'dead' : 'waiting',
      tries: 0,
      nextAt: event.t,
      status: null,
      reason: isOff ? OFF : null,
      createdAt: event.t,
      endedAt: isOff ? event.t : null,
    });
  }
}

/** Reason of deliveries that end because their endpoint is off. */
const OFF = 'the endpoint is off: it answered 410';

/** Stores the outcome of a try. */
export const settleDelivery = operation(
  'alerts.settle',
  (
    rows: AlertRows,
    { delivery, isGone }: { readonly delivery: DeliveryRow; readonly isGone: boolean },
  ): null => {
    const current = rows.findDelivery(delivery.id);
    if (current?.state !== 'waiting') return null;
    rows.putDelivery(delivery);
    if (isGone) {
      const at = delivery.endedAt ?? delivery.nextAt;
      const known = rows.findEndpoint(delivery.endpoint) ?? { endpoint: delivery.endpoint, ...NO_ENDPOINT };
      rows.putEndpoint({ ...known, offSince: at });
      rows.endWaiting(delivery.endpoint, OFF, at);
    }
    return null;
  },
);

/** An event to store about what the limits of an endpoint left out. */
export interface SuppressedReport {
  readonly endpoint: string;
  /** Id of the event. */
  readonly id: string;
  readonly deliveryId: string;
  readonly now: number;
  readonly limits: DeliveryLimits;
}

/** Stores one event about the deliveries that a limit left out, when its endpoint may get it. */
export const tellSuppressed = operation(
  'alerts.tellSuppressed',
  (rows: AlertRows, { endpoint, id, deliveryId, now, limits }: SuppressedReport): null => {
    const known = rows.findEndpoint(endpoint);
    if (known === null || known.suppressed === 0) return null;
    if (known.offSince !== null || rows.countWaiting(endpoint) >= limits.undelivered) return null;
    const from = new Date(known.suppressedSince ?? now).toISOString();
    rows.putEndpoint({ ...known, suppressed: 0, suppressedSince: null });
    const event: NewEvent = {
      id,
      type: 'alerts.suppressed',
      rule: null,
      subject: endpoint,
      asset: null,
      t: now,
      value: known.suppressed,
      threshold: null,
      text: `${known.suppressed} alerts since ${from} were left out: more came than are sent`,
      to: [{ endpoint, deliveryId }],
    };
    addEvent(rows, event, { ...limits, perMinute: Number.MAX_SAFE_INTEGER });
    return null;
  },
);

export type RetryOutcome = DeliveryRow | null;

/** Makes a dead delivery wait again, and switches its endpoint on; null: no dead delivery has the id. */
export const retryDelivery = operation(
  'alerts.retry',
  (rows: AlertRows, { id, now }: { readonly id: string; readonly now: number }): RetryOutcome => {
    const delivery = rows.findDelivery(id);
    if (delivery?.state !== 'dead') return null;
    const waiting = { ...delivery, state: 'waiting', tries: 0, nextAt: now, endedAt: null } as const;
    rows.putDelivery(waiting);
    switchOn(rows, delivery.endpoint);
    return waiting;
  },
);

/** Switches an endpoint on. */
export const switchEndpointOn = operation('alerts.switchOn', (rows: AlertRows, endpoint: string): null => {
  switchOn(rows, endpoint);
  return null;
});

function switchOn(rows: AlertRows, endpoint: string): void {
  const known = rows.findEndpoint(endpoint);
  if (known !== null && known.offSince !== null) rows.putEndpoint({ ...known, offSince: null });
}

/** Deletes what ended before a time. */
export const pruneAlerts = operation('alerts.prune', (rows: AlertRows, before: number): null => {
  rows.removeBefore(before);
  return null;
});

/** Deletes the states of rules that the operator's file no longer has: a rule that is added again begins anew. */
export const forgetOtherRules = operation(
  'alerts.forgetOtherRules',
  (rows: AlertRows, rules: readonly string[]): null => {
    rows.removeStatesExcept(rules);
    return null;
  },
);

export const ALERT_OPERATIONS = [
  advanceAlert,
  settleDelivery,
  tellSuppressed,
  retryDelivery,
  switchEndpointOn,
  pruneAlerts,
  forgetOtherRules,
];
