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
 * Secrets by the id of their signing method: the current one and, during its replacement, the previous one. Absent or
 * empty: the way of signing is off.
 */
export type SigningSecrets = Readonly<Record<string, readonly string[]>>;

export interface WebhookReceiverOptions {
  readonly events: Pick<WebhookEvents, 'take'>;
  readonly secrets: SigningSecrets;
  /** Payments that count, by provider. */
  readonly modes: Readonly<Record<ProviderId, PaymentMode | null>>;
  readonly clock: Clock;
  /**
   * Turns the text of a signed body into a value.
   *
   * @throws {Error} when it is no JSON, or could change a prototype.
   */
  readonly parseJson: (text: string) => unknown;
  /** An event id came again with another body: the first one counts. */
  readonly onAltered: (provider: ProviderId, eventId: string) => void;
}

/** Checks, reads and takes the events of all providers. */
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
    const { outcome, isAltered } = await events.take({ provider, event, bodyHash });
    if (outcome.status === 'money' && isAltered) onAltered(provider, event.eventId);
    return outcome;
  }

  /**
   * Takes an event that the interface of a provider listed, as if its webhook had come.
   *
   * @returns Whether it is an event that counts and no webhook had brought.
   * @throws {MalformedEventError} when it lacks a required member.
   */
  async takeListed(provider: ProviderId, listed: JsonObject): Promise<boolean> {
    const { readListed } = getProvider(provider);
    if (readListed === undefined) throw new RangeError(`${provider} lists no events`);
    const event = readListed(listed, this.#toOptions(provider));
    if (event.kind === 'ignored') return false;
    const { isNew } = await this.#options.events.take({ provider, event, bodyHash: '' });
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
      throw new MalformedEventError('body', 'JSON in UTF-8');
    }
    if (!isJsonObject(value)) throw new MalformedEventError('body', 'a JSON object');
    return value;
  }
}
