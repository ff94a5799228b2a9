import { hash } from 'node:crypto';
import type { Clock } from '../../../domain/index.ts';
import type { DepositLimits, ProviderId } from '../../deposits/deposit.ts';
import type { SqliteLedger } from '../../sqlite/sqlite-ledger.ts';
import { readChargeEvent } from './coinbase/charge-event.ts';
import { readCheckoutEvent } from './coinbase/checkout-event.ts';
import { isSignedByCommerce } from './coinbase/commerce-signature.ts';
import { EVENT_ID_HEADER, isSignedByHook0 } from './coinbase/hook0-signature.ts';
import { readOwnEvent } from './hmac/event.ts';
import { isSignedPlainly } from './hmac/plain-signature.ts';
import { isSignedByStandard, standardPrefix } from './hmac/standard-signature.ts';
import { isId, isObject, type JsonObject } from './members.ts';
import { MalformedEventError, type ProviderEvent } from './provider-event.ts';
import { onlyHeader, type SignedRequest } from './signed-request.ts';
import { takeEventProcedure } from './sqlite/procedures.ts';
import { readStripeEvent, type StripeOptions } from './stripe/event.ts';
import { isSignedByStripe } from './stripe/signature.ts';
import type { WebhookOutcome, Webhooks } from './webhooks.ts';

/** Secrets of each scheme: today's, and while it is being replaced the one before. Empty: the scheme is off. */
export interface SchemeSecrets {
  readonly stripe: readonly string[];
  readonly coinbase: readonly string[];
  readonly coinbaseCommerce: readonly string[];
  readonly hmac: readonly string[];
  readonly hmacPlain: readonly string[];
}

export interface WebhookReceiverOptions {
  readonly ledger: SqliteLedger;
  readonly secrets: SchemeSecrets;
  readonly limits: DepositLimits;
  readonly stripe: StripeOptions;
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

/** How one way of signing is checked, and what its bodies mean. */
interface Scheme {
  readonly secrets: readonly string[];
  readonly isSigned: (request: SignedRequest, secrets: readonly string[], nowMs: number) => boolean;
  readonly read: (event: JsonObject, request: SignedRequest) => ProviderEvent;
}

/** Checks, reads and takes the events of all providers. */
export class WebhookReceiver implements Webhooks {
  readonly #options: WebhookReceiverOptions;

  constructor(options: WebhookReceiverOptions) {
    this.#options = options;
  }

  async receive(provider: ProviderId, request: SignedRequest): Promise<WebhookOutcome> {
    if (!this.#isConfigured(provider)) return { status: 'not_configured' };
    const { clock, ledger, limits, onAltered } = this.#options;
    const scheme = this.#findScheme(provider, request);
    const now = clock();
    if (scheme === null || scheme.secrets.length === 0 || !scheme.isSigned(request, scheme.secrets, now)) {
      return { status: 'bad_signature' };
    }
    let event: ProviderEvent;
    try {
      event = scheme.read(this.#parse(request.body), request);
    } catch (error) {
      if (!(error instanceof MalformedEventError)) throw error;
      return { status: 'malformed', member: error.member, message: error.message };
    }
    if (event.kind === 'ignored') return { status: 'ignored', reason: event.reason };
    const bodyHash = hash('sha256', request.body, 'hex');
    const outcome = await ledger.transact(takeEventProcedure, { provider, event, bodyHash, limits, now });
    if (outcome.status === 'money' && outcome.isAltered) onAltered(provider, event.eventId);
    return outcome;
  }

  /**
   * Takes an event that was read from Stripe itself, as if its webhook had come.
   *
   * @returns Whether it is an event that counts and no webhook had brought.
   * @throws {MalformedEventError} when it lacks what it must have.
   */
  async takeListed(listed: JsonObject): Promise<boolean> {
    const { clock, ledger, limits, stripe } = this.#options;
    const event = readStripeEvent(listed, stripe);
    if (event.kind === 'ignored') return false;
    const { isNew } = await ledger.transact(takeEventProcedure, {
      provider: 'stripe',
      event,
      bodyHash: '',
      limits,
      now: clock(),
    });
    return isNew && event.kind !== 'noted';
  }

  #isConfigured(provider: ProviderId): boolean {
    const { stripe, coinbase, coinbaseCommerce, hmac, hmacPlain } = this.#options.secrets;
    const schemes = {
      stripe: [stripe],
      coinbase: [coinbase, coinbaseCommerce],
      hmac: [hmac, hmacPlain],
    }[provider];
    return schemes.some((secrets) => secrets.length > 0);
  }

  /** The header that is there selects the scheme; with both the newer decides alone. null: neither is there. */
  #findScheme(provider: ProviderId, request: SignedRequest): Scheme | null {
    const { secrets, stripe } = this.#options;
    const { headers } = request;
    switch (provider) {
      case 'stripe':
        return {
          secrets: secrets.stripe,
          isSigned: isSignedByStripe,
          read: (event) => readStripeEvent(event, stripe),
        };
      case 'coinbase':
        if (headers.has('x-hook0-signature')) {
          return { secrets: secrets.coinbase, isSigned: isSignedByHook0, read: readHook0 };
        }
        if (!headers.has('x-cc-webhook-signature')) return null;
        return { secrets: secrets.coinbaseCommerce, isSigned: isSignedByCommerce, read: readChargeEvent };
      case 'hmac': {
        const prefix = standardPrefix(request);
        if (prefix === null) {
          return {
            secrets: secrets.hmacPlain,
            isSigned: isSignedPlainly,
            read: (event) => readOwnEvent(event, null),
          };
        }
        return {
          secrets: secrets.hmac,
          isSigned: (signed, known, nowMs) => isSignedByStandard(signed, prefix, known, nowMs),
          read: (event) => readOwnEvent(event, onlyHeader(request, `${prefix}-id`)),
        };
      }
    }
  }

  #parse(body: Uint8Array): JsonObject {
    let value: unknown;
    try {
      value = this.#options.parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      throw new MalformedEventError('body', 'JSON in UTF-8');
    }
    if (!isObject(value)) throw new MalformedEventError('body', 'a JSON object');
    return value;
  }
}

function readHook0(event: JsonObject, request: SignedRequest): ProviderEvent {
  const eventId = onlyHeader(request, EVENT_ID_HEADER);
  if (!isId(eventId)) throw new MalformedEventError(EVENT_ID_HEADER, 'a short printable text');
  return readCheckoutEvent(event, eventId);
}
