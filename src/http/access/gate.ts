import type { IncomingHttpHeaders } from 'node:http';
import type { VenueNeed } from '../../accounts/keys/keys.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { MicroUsd } from '../../domain/index.ts';
import type { Soon } from '../../scheduling/soon.ts';
import type { AccessClass, RouteFacts } from './route-config.ts';

/** A request as the gate sees it, before parameters and body are read. */
export interface Call {
  readonly method: string;
  /** Template of the route, under which usage is counted: `/api/history/:venue/:asset`. */
  readonly route: string;
  readonly facts: RouteFacts;
  readonly headers: IncomingHttpHeaders;
  /** Address of the caller: that of the socket, or the one that trusted proxies state. */
  readonly ip: string;
  /** HTTP version: `1.1`, or `1.0`, which some proxies use. */
  readonly httpVersion: string;
  readonly venues: VenueNeed;
  readonly requestId: string;
}

/** Outcome of an admitted request. */
export interface Outcome {
  /** Status that was sent; 200 for a stream. */
  readonly status: number;
  /**
   * Whether the whole response was written; false: the caller disconnected before, as callers of streams usually do.
   */
  readonly isComplete: boolean;
}

/**
 * Controls access to every route that is not open to all. The accounts implement it, and the HTTP server calls it.
 *
 * The order is: `authenticate`, `admit`, then parameters and body are read, then `charge` of the admission (priced
 * routes only), the handler, and `settle`. Header fields of an `ApiError` are sent with the failure, so a refusal can
 * state the limits of the refused key.
 */
export interface AccessGate {
  /**
   * Identifies the caller.
   *
   * @throws {ApiError} 401 without a credential that `call.facts.access` accepts; 429 `too_many_attempts`.
   */
  authenticate(call: Call): Principal | Promise<Principal>;

  /**
   * Decides whether a request is admitted. It checks in this order: tier (402), venue (403), rate, quota (429), and the
   * slot of a stream (429). An admitted request counts against rate and quota, and takes a slot if
   * `call.facts.isStream`. The gate itself gives back everything that it took before a refusal.
   *
   * @throws {ApiError} when the request is refused.
   */
  admit(call: Call, principal: Principal): Admission | Promise<Admission>;

  /**
   * Runs `authenticate` and `admit` in one step, for a request whose response is ready in the cache. The result is
   * immediate unless a server counts for all processes. An admitted request is counted. Absent: every request takes the
   * full request path.
   *
   * @returns Header fields of the response, names and values in turn. null: nothing was counted, and the caller takes
   * the full request path with the same header fields, which are not counted again.
   */
  tryAdmit?(call: ReadyCall): Soon<readonly string[] | null>;
}

/** A request whose response is ready, as the gate sees it. */
export type ReadyCall = Pick<Call, 'route' | 'facts' | 'headers' | 'venues'>;

/** The admission of one request: its price, its header fields, and the calls that charge and settle it. */
export interface Admission {
  /** Header fields that every response gets: tier, rate, quota. */
  readonly headers: Readonly<Record<string, string>>;
  /** Price of the route in micro-USD; 0 while prepaid billing is off. */
  readonly price: MicroUsd;

  /**
   * Charges the price. Called at most once, on priced routes only, when nothing but the ledger write can fail any more:
   * a 400, 404 or 429 costs nothing. Resolves after the commit.
   *
   * @returns A function that refunds the price if the caller disconnects before the response begins.
   * @throws {ApiError} 402 `insufficient_balance`, 503 `ledger_unavailable`.
   */
  charge(): Promise<Refund>;

  /**
   * Called exactly once, after the last byte or when the connection closes; for streams, when they end. Frees the slot,
   * and gives rate and quota back after a 402 or 429. Must not throw.
   */
  settle(outcome: Outcome): void;

  /**
   * Whether the key is still live; false: it was revoked or has expired. Streams check this every 5 s and end when it
   * is false.
   */
  isLive(): boolean;
}

/**
 * Refunds the price of a response that never began. Resolves after the commit; repeated calls have no effect.
 *
 * @throws {LedgerUnavailableError} when the ledger cannot be written now: the price stays charged.
 */
export type Refund = () => Promise<void>;

/** Refund of a free request, which does nothing. */
export const NOTHING_TO_REFUND: Refund = async () => undefined;

const ALWAYS_GUARDED: readonly AccessClass[] = ['key', 'admin', 'webhook'];
const GUARDED_WHEN_GATED: readonly AccessClass[] = ['pro', 'enterprise'];

/** Whether requests of a route have to pass the gate. */
export function isGuarded({ access }: Pick<RouteFacts, 'access'>, paidGating: boolean): boolean {
  if (ALWAYS_GUARDED.includes(access)) return true;
  return paidGating && GUARDED_WHEN_GATED.includes(access);
}
