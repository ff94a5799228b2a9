import type { PolyboltCredentials } from './polybolt/stream.ts';
import type { ReferenceRelay, RelayOptions } from './relay.ts';

/** Credentials of the relays. null when they are not set. */
export interface RelaySecrets {
  readonly polybolt: PolyboltCredentials | null;
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
}

/** Static facts about a relay: the series that it provides and the settings that it needs. */
export interface RelayProfile {
  /** Ids of the sources that the relay provides. */
  readonly sources: readonly string[];
  /** Coins for which the venue has prices. */
  readonly coins: readonly string[];
  /** Names of the settings with the credentials. null: none are needed. */
  readonly credentials: string | null;
  /** Whether the credentials are set. */
  isReady(secrets: RelaySecrets): boolean;
  create(
    options: RelayOptions & { readonly pythTickers: readonly string[] },
    secrets: RelaySecrets,
  ): ReferenceRelay;
}
