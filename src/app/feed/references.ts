import type { EpochMs } from '../../domain/index.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import { References } from '../../references/recording/references.ts';
import { USER_AGENT } from '../../version.ts';
import type { Foundation } from '../foundation.ts';

/**
 * Builds the reading of reference prices for a recording process, from its settings and secrets.
 *
 * @param onStored Receives series and time of each stored value.
 */
export function buildReferences(
  {
    config,
    secrets,
    log,
    clock,
    random,
    history,
  }: Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'random'> & {
    readonly history: HistoryStore;
  },
  onStored: (key: string, t: EpochMs) => void,
): References {
  const { relays, sources, coins, pythTickers, rtdsUrl, polyboltUrl } = config.references;
  const { addresses } = config.feed.adapters.kalshi;
  return new References({
    settings: { relays, sources, coins, pythTickers },
    urls: { rtds: rtdsUrl, polybolt: polyboltUrl, kalshi: addresses.wsUrl ?? '' },
    secrets,
    warned: secrets.warnings,
    userAgent: USER_AGENT,
    history,
    clock,
    random,
    onStored,
    onWarning: (message) => log.warn(message),
    onAnomaly: ({ code, message }) => log.warn({ code }, message),
    onError: (what, error) => log.error({ err: error }, what),
  });
}
