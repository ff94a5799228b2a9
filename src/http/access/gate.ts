import type { IncomingHttpHeaders } from 'node:http';
import type { VenueNeed } from '../../accounts/keys/keys.ts';
import type { Principal } from '../../accounts/principal.ts';
import type { MicroUsd } from '../../domain/index.ts';
import type { Soon } from '../../scheduling/soon.ts';
import type { AccessClass, RouteFacts } from '../routing/route-config.ts';

/** A request as the gate sees it: before its parameters and its body are read. */
export interface Call {
  readonly method: string;
  /** The route's template, `/api/history/:venue/:asset`, by which usage is counted. */
  readonly route: string;
  readonly facts: RouteFacts;
  readonly headers: IncomingHttpHeaders;
  /** The caller's address: the socket's, or the one that trusted proxies state. */
  readonly ip: string;
  /** `1.1`, or `1.0` as some proxies speak. */
  readonly httpVersion: string;
  readonly venues: VenueNeed;
  readonly requestId: string;
}

/** Result of an admitted request. */
export interface Outcome {
  /** The status that was sent; of a stream, 200. */
  readonly status: number;
  /** Whether the whole answer was written; false: the caller was gone before. Streams end so as a rule. */
  readonly isComplete: boolean;
}

/**
 * Stands before every route that is not open to all: accounts implement it, the server calls it.
 *
 * In order: `authenticate`, `admit`, then the parameters and the body are read, then `charge` of the admission
 * (priced routes alone), the handler, and `settle`. Fields that an `ApiError` carries in `headers` are sent with the
 * failure, so a refusal can state the limits of the key it refuses.
 */
export interface AccessGate {
  /**
   * Finds out who calls.
   *
   * @throws {ApiError} 401 without a credential that `call.facts.access` accepts; 429 `too_many_attempts`.
   */
  authenticate(call: Call): Principal | Promise<Principal>;

  /**
   * Decides whether the request may pass, in this order: tier (402), venue (403), rate, quota (429), and the slot of a
   * stream (429). Takes one request from rate and quota, and the slot where `call.facts.isStream`. The gate
   * itself gives back everything that it took before a refusal.
   *
   * @throws {ApiError} when it may not.
   */
  admit(call: Call, principal: Principal): Admission | Promise<Admission>;

  /**
   * `authenticate` and `admit` in one, for an answer that is ready: at once, or after the server that counts for all
   * processes. A permitted request is counted and answered; absent, every request takes the full request path.
   *
   * @returns Header fields of the answer, names and values in turn; null: nothing was counted, take the full request
   *   path with the same
   *   header fields of the request, which are not counted again.
   */
  tryAdmit?(call: ReadyCall): Soon<readonly string[] | null>;
}

/** A request whose answer is ready, as the gate sees it. */
export type ReadyCall = Pick<Call, 'route' | 'facts' | 'headers' | 'venues'>;

/** The permission of one request. */
export interface Admission {
  /** Header fields of any answer: tier, rate, quota. */
  readonly headers: Readonly<Record<string, string>>;
  /** Price of the route by the price list; 0 while prepaid billing is off. */
  readonly price: MicroUsd;

  /**
   * Takes the price. Called at most once, on priced routes alone, when nothing but the write can fail any more: a
   * 400, 404 or 429 costs nothing. Resolves after the commit.
   *
   * @returns The way to give the price back, should the caller be gone before the answer could begin.
   * @throws {ApiError} 402 `insufficient_balance`, 503 `ledger_unavailable`.
   */
  charge(): Promise<Refund>;

  /**
   * Called exactly once, after the last byte or when the connection closed; of streams, when they end. Frees the
   * slot, and gives rate and quota back after a 402 or 429. Must not throw.
   */
  settle(outcome: Outcome): void;

  /**
   * Whether the key is in force; false: it was revoked or has expired. Streams are checked every 5 s and end when it
   * is.
   */
  isLive(): boolean;
}

/**
 * Returns the price of an answer that never began. Resolves after the commit; a second call changes nothing.
 *
 * @throws {LedgerUnavailableError} when the ledger cannot be written at the moment: the price stays charged.
 */
export type Refund = () => Promise<void>;

/** Refund of a free request: there is nothing to return. */
export const NOTHING_TO_REFUND: Refund = async () => undefined;

const ALWAYS_GUARDED: readonly AccessClass[] = ['key', 'admin', 'webhook'];
const GUARDED_WHEN_GATED: readonly AccessClass[] = ['pro', 'enterprise'];

/** Whether requests of a route pass the gate. */
export function isGuarded({ access }: Pick<RouteFacts, 'access'>, paidGating: boolean): boolean {
  if (ALWAYS_GUARDED.includes(access)) return true;
  return paidGating && GUARDED_WHEN_GATED.includes(access);
}
