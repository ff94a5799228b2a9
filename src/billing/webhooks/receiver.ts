import { hash } from 'node:crypto';
import { type Clock, isJsonObject, type JsonObject } from '../../domain/index.ts';
import type { ProviderId } from '../deposits/deposit.ts';
import type { PaymentMode, ReadingOptions } from './payment-provider.ts';
import { getProvider } from './payment-providers.ts';
import { MalformedEventError, type ProviderEvent } from './provider-event.ts';
import type { SignedRequest } from './signed-request.ts';
import type { WebhookEvents } from './webhook-events.ts';
import type { WebhookOutcome, Webhooks } from './webhooks.ts';

/**
 * Secrets by the id of their signature scheme: the current one and, during a rotation, the previous one. Absent or
 * empty: requests signed by the scheme are rejected.
 */
export type SigningSecrets = Readonly<Record<string, readonly string[]>>;

export interface WebhookReceiverOptions {
  readonly events: Pick<WebhookEvents, 'process'>;
  readonly secrets: SigningSecrets;
  /** Mode of the payments that count, by provider; null: payments of every mode count. */
  readonly modes: Readonly<Record<ProviderId, PaymentMode | null>>;
  readonly clock: Clock;
  /**
   * Parses the text of a signed body.
   *
   * @throws {Error} when the text is not JSON, or could change a prototype.
   */
  readonly parseJson: (text: string) => unknown;
  /** Called when an event id is repeated with another body. The first event counts. */
  readonly onAltered: (provider: ProviderId, eventId: string) => void;
}

/** Verifies, translates and stores the webhooks of all providers. */
export class WebhookReceiver implements Webhooks {
  readonly #options: WebhookReceiverOptions;

  constructor(options: WebhookReceiverOptions) {
    this.#options = options;
  }

  async receive(provider: ProviderId, request: SignedRequest): Promise<WebhookOutcome> {
    const { clock, events, onAltered } = this.#options;
    const { schemes } = getProvider(provider);
    if (schemes.every(({ id }) => this.#listSecrets(id).length === 0)) return { status: 'not_configured' };
    const scheme = schemes.find((one) => one.isUsedBy(request));
    const secrets = scheme === undefined ? [] : this.#listSecrets(scheme.id);
    if (scheme === undefined || secrets.length === 0 || !scheme.isSigned(request, secrets, clock())) {
      return { status: 'bad_signature' };
    }
    let event: ProviderEvent;
    try {
      event = scheme.read(this.#parse(request.body), request, this.#toOptions(provider));
    } catch (error) {
      if (!(error instanceof MalformedEventError)) throw error;
      return { status: 'malformed', member: error.member, message: error.message };
    }
    if (event.kind === 'ignored') return { status: 'ignored', reason: event.reason };
    const bodyHash = hash('sha256', request.body, 'hex');
    const { outcome, isAltered } = await events.process({ provider, event, bodyHash });
    if (outcome.status === 'money' && isAltered) onAltered(provider, event.eventId);
    return outcome;
  }

  /**
   * Processes an event that a provider's API listed, in the same way as its webhook.
   *
   * @returns Whether the event counts and no webhook had delivered it.
   * @throws {MalformedEventError} when the event lacks a required member.
   */
  async receiveListed(provider: ProviderId, listed: JsonObject): Promise<boolean> {
    const { readListed } = getProvider(provider);
    if (readListed === undefined) throw new RangeError(`${provider} lists no events`);
    const event = readListed(listed, this.#toOptions(provider));
    if (event.kind === 'ignored') return false;
    const { isNew } = await this.#options.events.process({ provider, event, bodyHash: '' });
    return isNew && event.kind !== 'noted';
  }

  #listSecrets(scheme: string): readonly string[] {
    return this.#options.secrets[scheme] ?? [];
  }

  #toOptions(provider: ProviderId): ReadingOptions {
    return { mode: this.#options.modes[provider] ?? null };
  }

  #parse(body: Uint8Array): JsonObject {
    let value: unknown;
    try {
      value = this.#options.parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      // Decoder and parser throw for the bytes of the caller alone.
      throw new MalformedEventError('body', 'JSON in UTF-8');
    }
    if (!isJsonObject(value)) throw new MalformedEventError('body', 'a JSON object');
    return value;
  }
}
