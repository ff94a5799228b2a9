import type { JsonObject } from '../../domain/index.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** Real payments of a provider, or test payments. */
export type PaymentMode = 'live' | 'test';

export interface ReadingOptions {
  /** Mode whose events count; those of the other are ignored. null: the provider has no modes, or both count. */
  readonly mode: PaymentMode | null;
}

/** The setting of a secret. While a secret is replaced, `<variable>_PREVIOUS` has the earlier one. */
export interface SecretSetting {
  readonly variable: `CROSSTAPE_${string}`;
  /** Text for the settings page: `signs webhooks of Stripe`. */
  readonly meaning: string;
  /** Form; absent: any text is valid. */
  readonly form?: {
    readonly fits: (secret: string) => boolean;
    /** `whsec_ and base64 of 24 to 64 bytes` */
    readonly allowed: string;
  };
}

/** One way in which a provider signs its webhooks. */
export interface SignatureScheme {
  /** Name of the method's secrets; unique among all providers. */
  readonly id: string;
  /** Title for people: `Coinbase Commerce`. */
  readonly title: string;
  readonly secret: SecretSetting;
  /** Whether the headers say that a request is signed this way. */
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
  /** Schemes in order of precedence: the first that a request uses decides alone. */
  readonly schemes: readonly SignatureScheme[];
  /** Reads an event that the provider's API listed, when its webhook was lost. Absent: the API lists no events. */
  readonly readListed?: (event: JsonObject, options: ReadingOptions) => ProviderEvent;
}
