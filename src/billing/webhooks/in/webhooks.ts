import type { MicroUsd } from '../../../domain/index.ts';
import type { ProviderId } from '../../deposits/deposit.ts';
import type { IgnoredReason } from './provider-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** In order of precedence: when several apply, the first is returned. */
export type WebhookOutcome =
  /** No secret of the provider is set. */
  | { readonly status: 'not_configured' }
  | { readonly status: 'bad_signature' }
  /** Signed, and not usable; nothing of it is kept. */
  | { readonly status: 'malformed'; readonly member: string; readonly message: string }
  | { readonly status: 'ignored'; readonly reason: IgnoredReason }
  | {
      readonly status: 'money';
      /** false: it waits for a review, or the event came before. */
      readonly applied: boolean;
      readonly owner: string;
      /** By how much the balance changed or changed before; null: an amount that cannot be counted. */
      readonly microUsd: number | null;
      readonly balance: MicroUsd;
      /** What the owner owes now. */
      readonly owed: MicroUsd;
      readonly isHeld: boolean;
    };

/** Receives what payment providers send. */
export interface Webhooks {
  /** @throws {LedgerUnavailableError} when nothing can be stored: the provider has to send it again. */
  receive(provider: ProviderId, request: SignedRequest): Promise<WebhookOutcome>;
}
