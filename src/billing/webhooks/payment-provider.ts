import type { JsonObject } from '../../domain/index.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** Mode of a payment provider: real payments or test payments. */
export type PaymentMode = 'live' | 'test';

export interface ReadingOptions {
  /** Mode whose events count; events of the other mode are ignored. null: the provider has no modes, or both count. */
  readonly mode: PaymentMode | null;
}

/** The environment variable of a signing secret. During a rotation, `<variable>_PREVIOUS` holds the earlier secret. */
export interface SecretSetting {
  readonly variable: `CROSSTAPE_${string}`;
  /** Text for the settings page: `signs webhooks of Stripe`. */
  readonly meaning: string;
  /** Form that the secret must have; absent: any text is valid. */
  readonly form?: {
    readonly fits: (secret: string) => boolean;
    /** Description of the form for error messages: `whsec_ and base64 of 24 to 64 bytes`. */
    readonly allowed: string;
  };
}

/** One way in which a provider signs its webhooks. */
export interface SignatureScheme {
  /** Id of the scheme, by which its secrets are found; unique among all providers. */
  readonly id: string;
  /** Title for people: `Coinbase Commerce`. */
  readonly title: string;
  readonly secret: SecretSetting;
  /** Whether the headers of a request show that it is signed by this scheme. */
  isUsedBy(request: SignedRequest): boolean;
  /** Whether the signature matches one of the secrets and its timestamp, if it has one, is recent. */
  isSigned(request: SignedRequest, secrets: readonly string[], nowMs: number): boolean;
  /** Translates a signed body. @throws {MalformedEventError} when a required member is missing. */
  read(event: JsonObject, request: SignedRequest, options: ReadingOptions): ProviderEvent;
}

/**
 * A payment provider: a folder of `providers`, whose `provider.ts` exports one as `provider`. The folder's name is the
 * provider's name in addresses, settings, answers and stored rows.
 */
export interface PaymentProvider {
  /** Other names of the provider in webhook addresses. */
  readonly aliases: readonly string[];
  /**
   * Signature schemes in order of precedence. The first scheme that a request uses decides alone whether it is genuine.
   */
  readonly schemes: readonly SignatureScheme[];
  /**
   * Translates an event that the provider's API lists, for webhooks that were lost. Absent: the API lists no events.
   */
  readonly readListed?: (event: JsonObject, options: ReadingOptions) => ProviderEvent;
}
