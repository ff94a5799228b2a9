import type { JsonObject } from './members.ts';
import type { ProviderEvent } from './provider-event.ts';
import type { SignedRequest } from './signed-request.ts';

/** Payments of a provider that are real, or made to try it out. */
export type PaymentMode = 'live' | 'test';

export interface ReadingOptions {
  /** Only events of this mode count; null: the provider has none, or both count. */
  readonly mode: PaymentMode | null;
}

/** The setting that holds a secret. Today's is beside the one before it, `<variable>_PREVIOUS`, while it is replaced. */
export interface SecretSetting {
  readonly variable: `CROSSTAPE_${string}`;
  /** What it does, for the page of settings: `signs webhooks of Stripe`. */
  readonly meaning: string;
  /** Absent: any text is one. */
  readonly form?: {
    readonly fits: (secret: string) => boolean;
    /** `whsec_ and base64 of 24 to 64 bytes` */
    readonly allowed: string;
  };
}

/** One way in which a provider signs what it sends. */
export interface Signing {
  /** By which its secrets are kept; unique among all providers. */
  readonly id: string;
  /** For people: `Coinbase Commerce`. */
  readonly title: string;
  readonly secret: SecretSetting;
  /** Whether the headers say that a request is signed this way. */
  isUsedBy(request: SignedRequest): boolean;
  /** Whether the signature fits one of the secrets, and is of these minutes where it has a time. */
  isSigned(request: SignedRequest, secrets: readonly string[], nowMs: number): boolean;
  /** What a signed body means. @throws {MalformedEventError} when it lacks what it must have. */
  read(event: JsonObject, request: SignedRequest, options: ReadingOptions): ProviderEvent;
}

/**
 * A payment provider: a folder of `providers`, whose `scheme.ts` exports one as `scheme`. The name of the folder is that
 * of the provider in addresses, settings, answers and stored rows.
 */
export interface Scheme {
  /** Other names that its webhooks are addressed by. */
  readonly aliases: readonly string[];
  /** The first one that a request uses decides alone. */
  readonly signings: readonly Signing[];
  /** Reads an event that its interface listed in place of a webhook. Absent: nothing is listed. */
  readonly readListed?: (event: JsonObject, options: ReadingOptions) => ProviderEvent;
}
