import type { KeyRecord } from '../../accounts/keys/keys.ts';
import type { Ledger } from '../../billing/ledger/ledger.ts';
import type { MarketSignal } from '../../bot/engine/trade-decision.ts';
import type { Config } from '../../config/config.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Clock, MicroUsd } from '../../domain/index.ts';
import type { Feed } from '../../feed/feed.ts';
import type { AssetFinder, BookReader } from '../../feed/readers.ts';
import type { HistoryReader } from '../../history/contract/history-store.ts';
import type { Log } from '../../log.ts';
import type { OpenServiceDatabase, ServiceDatabase } from '../../storage/service-database.ts';

/** Parts from which the bot is built. */
export interface BotOptions {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly database: OpenServiceDatabase;
  readonly ledger: Ledger & ServiceDatabase;
  readonly feed: Feed;
  readonly history: HistoryReader;
  readonly assets: AssetFinder;
  readonly books: BookReader;
  /** Finds the signal in an asset's bundle; null: the asset is neither listed nor recorded. */
  readonly findSignal: (asset: string) => Promise<MarketSignal | null>;
  /** Finds the newest valid key of a bot. */
  readonly findBotKey: (botId: string) => Promise<KeyRecord | null>;
  /** Fee of an order, charged at its first fill; 0 without billing. */
  readonly feeMicroUsd: MicroUsd;
  readonly clock: Clock;
  readonly log: Log;
}
