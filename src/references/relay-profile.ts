import type { PolyboltCredentials } from './polybolt/stream.ts';
import type { ReferenceRelay, RelayOptions } from './relay.ts';

/** Credentials of relays; null where none are set. */
export interface RelaySecrets {
  readonly polybolt: PolyboltCredentials | null;
  readonly kalshiKey: { readonly id: string; readonly privateKeyPem: string } | null;
}

/** Static facts about a relay: the series that it brings, and the settings that it needs. */
export interface RelayProfile {
  /** Ids of its sources. */
  readonly sources: readonly string[];
  /** Coins that its venue has prices of. */
  readonly coins: readonly string[];
  /** Settings of its credentials; null: it needs none. */
  readonly credentials: string | null;
  /** Whether its credentials are set. */
  isReady(secrets: RelaySecrets): boolean;
  create(
    options: RelayOptions & { readonly pythTickers: readonly string[] },
    secrets: RelaySecrets,
  ): ReferenceRelay;
}
