import type { AlertPhase } from './evaluation/decide-phase.ts';

/** State of a rule for one subject. */
export interface AlertStateRow {
  readonly rule: string;
  /** Subject within the rule: an anomaly, a pair of an arbitrage; empty when the rule has a single one. */
  readonly subject: string;
  /** Digest of the condition. A state of another condition no longer counts. */
  readonly condition: string;
  readonly phase: AlertPhase;
  /** Start of the phase, epoch ms. */
  readonly since: number;
  /** Time of the last firing, epoch ms; null: none. */
  readonly firedAt: number | null;
  /** Position up to which a list has been read; null: the rule reads none. */
  readonly position: number | null;
  /** Number of changes; a change names the one that it follows. */
  readonly version: number;
}

/** Types of events, as receivers see them. */
export const EVENT_TYPES = ['alerts.firing', 'alerts.resolved', 'alerts.suppressed'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A stored event. Its id is the `webhook-id` of every delivery. */
export interface AlertEventRow {
  /** Number of the event; later events have higher ones. */
  readonly seq: number;
  readonly id: string;
  readonly type: EventType;
  /** Rule of the event; null for `alerts.suppressed`. */
  readonly rule: string | null;
  readonly subject: string;
  readonly asset: string | null;
  readonly t: number;
  readonly value: number | null;
  readonly threshold: number | null;
  /** Sentence for people. It may contain titles of venues. */
  readonly text: string;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Delivery of an event to one endpoint. */
export interface DeliveryRow {
  readonly id: string;
  readonly seq: number;
  readonly endpoint: string;
  /** Rule of the event, whose deliveries are in order; empty for `alerts.suppressed`. */
  readonly rule: string;
  readonly state: DeliveryState;
  /** Number of failed tries. */
  readonly tries: number;
  /** Earliest time of the next try, epoch ms. */
  readonly nextAt: number;
  /** Status of the last answer; null: there was none. */
  readonly status: number | null;
  /** Reason of the last failure; null: there was none. */
  readonly reason: string | null;
  readonly createdAt: number;
  /** Time of the final state; null while the delivery waits. */
  readonly endedAt: number | null;
}

/** State of an endpoint beside the operator's file. */
export interface EndpointRow {
  readonly endpoint: string;
  /** Time since which the endpoint is off, because it answered 410; null: it is on. */
  readonly offSince: number | null;
  /** Number of deliveries that a limit left out and no event has told yet. */
  readonly suppressed: number;
  /** Time of the first suppressed delivery; null: none was suppressed. */
  readonly suppressedSince: number | null;
}

/** Row methods in a transaction. */
export interface AlertRows {
  findState(rule: string, subject: string): AlertStateRow | null;
  putState(row: AlertStateRow): void;
  /** Returns the number of the newest event; 0 without one. */
  findLastSeq(): number;
  insertEvent(row: AlertEventRow): void;
  insertDelivery(row: DeliveryRow): void;
  putDelivery(row: DeliveryRow): void;
  findDelivery(id: string): DeliveryRow | null;
  /** Counts the deliveries to an endpoint that were created at or after a time. */
  countDeliveries(endpoint: string, since: number): number;
  /** Counts the deliveries to an endpoint that wait. */
  countWaiting(endpoint: string): number;
  findEndpoint(endpoint: string): EndpointRow | null;
  putEndpoint(row: EndpointRow): void;
  /** Marks the waiting deliveries of an endpoint as dead. */
  endWaiting(endpoint: string, reason: string, at: number): void;
  /**
   * Deletes deliveries that ended before a time, then events before it of which no delivery is left, and states of
   * subjects that have been `ok` since before it.
   */
  removeBefore(t: number): void;
  /** Deletes the states of all rules but these. */
  removeStatesExcept(rules: readonly string[]): void;
}

/** Queries on committed rows. */
export interface AlertQueries {
  listStates(): Promise<readonly AlertStateRow[]>;
  listEndpoints(): Promise<readonly EndpointRow[]>;
  /** Lists events with a number below one and a time at or after one, newest first. */
  listEvents(beforeSeq: number, since: number, limit: number): Promise<readonly AlertEventRow[]>;
  findEvent(seq: number): Promise<AlertEventRow | null>;
  listDeliveriesOf(seqs: readonly number[]): Promise<readonly DeliveryRow[]>;
  /** Lists due deliveries, each the first that waits of its rule and endpoint, oldest first. */
  listDue(now: number, limit: number): Promise<readonly DeliveryRow[]>;
}
