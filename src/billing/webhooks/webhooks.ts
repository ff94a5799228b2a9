import type { ProviderId } from '../deposits/deposit.ts';
import type { EventOutcome } from './received-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** Outcomes in order of precedence: when several apply, the first is returned. */
export type WebhookOutcome =
  /** No secret of the provider is set. */
  | { readonly status: 'not_configured' }
  | { readonly status: 'bad_signature' }
  /** The event is signed and not usable; nothing of the event is kept. */
  | { readonly status: 'malformed'; readonly member: string; readonly message: string }
  | EventOutcome;

/** Receives events of payment providers. */
export interface Webhooks {
  /** @throws {LedgerUnavailableError} when nothing can be stored: the provider has to send it again. */
  receive(provider: ProviderId, request: SignedRequest): Promise<WebhookOutcome>;
}
