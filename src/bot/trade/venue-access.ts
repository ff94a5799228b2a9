import type { VenueId } from '../../domain/index.ts';
import { EnvelopeError } from '../../vault/envelope.ts';
import { type Vault, VaultClosedError } from '../../vault/vault.ts';
import type { CredentialChecks } from '../credential-checks/credential-checks.ts';
import {
  describeForm,
  type ExecutionVenue,
  inspectCredential,
  type OpenedSecret,
  type VenueOutcome,
} from '../execution/index.ts';
import type { BotOrder, ExecutionMode } from '../orders/order.ts';
import type { OrderResult } from '../orders/order-store.ts';
import { toNotSent } from './not-sent.ts';

/**
 * Time for which one step waits for its venue; after it the order is looked up. Signing and sending together stay below
 * the time limit of a request, so that a caller always learns the id of its order.
 */
export const VENUE_TIMEOUT_MS = 6_000;

/** Starts a signal that aborts after the longest wait for a venue's answer. */
export function startVenueTimeout(): AbortSignal {
  return AbortSignal.timeout(VENUE_TIMEOUT_MS);
}

/** Secret for a venue that needs no credential. */
export const NO_SECRET: OpenedSecret = {};

export interface VenueAccessOptions {
  readonly mode: ExecutionMode;
  readonly venues: ReadonlyMap<VenueId, ExecutionVenue>;
  readonly vault: Vault;
  readonly credentials?: Pick<CredentialChecks, 'findRefusal'>;
  readonly onFault: (error: unknown, orderId: string) => void;
}

/** Gives access to the venue of an order with its owner's credential, which is open only while it is used. */
export class VenueAccess {
  readonly #options: VenueAccessOptions;

  constructor(options: VenueAccessOptions) {
    this.#options = options;
  }

  /** Works with a venue before anything was stored as sent. Without a venue or a credential, the order ends here. */
  async withVenueToSend(
    order: BotOrder,
    work: (venue: ExecutionVenue, secret: OpenedSecret) => Promise<OrderResult>,
  ): Promise<OrderResult> {
    const { mode, vault, venues } = this.#options;
    const venue = venues.get(order.venue);
    if (venue === undefined)
      return toNotSent('venue_unavailable', `orders of ${order.venue} are not configured`);
    if (mode === 'mock') return work(venue, NO_SECRET);
    const credential = { owner: order.owner, venue: order.venue };
    const refusal = (await this.#options.credentials?.findRefusal(credential)) ?? null;
    if (refusal !== null) {
      return toNotSent('no_credentials', `the stored credential is not usable: ${refusal}`);
    }
    const result = await vault
      .withSecret(credential, (secret) => {
        const form = inspectCredential(order.venue, secret);
        if (form.usable) return work(venue, secret);
        const what = describeForm(form);
        return Promise.resolve(toNotSent('no_credentials', `the stored credential is not usable: ${what}`));
      })
      .catch((error: unknown) => {
        if (!isUnopened(error)) throw error;
        this.#options.onFault(error, order.orderId);
        return toNotSent('no_credentials', 'the stored credential does not open: store it again');
      });
    return result ?? toNotSent('no_credentials', `no credential is stored for ${order.venue}`);
  }

  /**
   * Asks the venue about an order that may have been sent: without a credential the order stays unresolved. The order
   * must be of this mode, since a mock venue would invent an end for an order that a real venue may have filled.
   */
  async withVenueToAsk(
    order: BotOrder,
    ask: (venue: ExecutionVenue, secret: OpenedSecret) => Promise<VenueOutcome>,
  ): Promise<OrderResult> {
    const { mode, vault, venues } = this.#options;
    const venue = venues.get(order.venue);
    if (venue === undefined) return { status: 'unknown', message: `${order.venue} is not configured` };
    if (mode === 'mock') return ask(venue, NO_SECRET);
    const outcome = await vault.withSecret({ owner: order.owner, venue: order.venue }, (secret) =>
      ask(venue, secret),
    );
    return outcome ?? { status: 'unknown', message: 'the credential it was sent with was removed' };
  }
}

/** Whether an error says that the credential could not be opened, so that it was not used. */
export function isUnopened(error: unknown): boolean {
  return error instanceof VaultClosedError || error instanceof EnvelopeError;
}
