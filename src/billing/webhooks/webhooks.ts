import type { ProviderId } from '../deposits/deposit.ts';
import type { EventOutcome } from './received-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** Outcomes in order of precedence: when several apply, the first is returned. */
export type WebhookOutcome =
  /** No secret is configured for the provider. */
  | { readonly status: 'not_configured' }
  | { readonly status: 'bad_signature' }
  /** The signature is valid, but the event lacks a required member. The event is not stored. */
  | { readonly status: 'malformed'; readonly member: string; readonly message: string }
  | EventOutcome;

/** Receives webhooks of payment providers. */
export interface Webhooks {
  /**
   * Processes one webhook request. @throws {LedgerUnavailableError} when nothing can be stored: the provider has to
   * retry.
   */
  receive(provider: ProviderId, request: SignedRequest): Promise<WebhookOutcome>;
}
