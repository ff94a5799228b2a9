import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Clock, VenueId } from '../domain/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import { createHyperliquidAdapter } from './hyperliquid/adapter.ts';
import { createKalshiAdapter } from './kalshi/adapter.ts';
import { createLimitlessAdapter } from './limitless/adapter.ts';
import { createPolymarketAdapter } from './polymarket/adapter.ts';
import type { VenueAdapter } from './venue-adapter.ts';

type Factory = (options: AdapterOptions, config: Config, secrets: Secrets) => VenueAdapter;

/** Every venue the service can record. A new venue is one folder and one line here. */
const FACTORIES: Readonly<Record<VenueId, Factory>> = {
  hyperliquid: (options, { hyperliquidUrl, hyperliquidWsUrl }) =>
    createHyperliquidAdapter({ ...options, url: hyperliquidUrl, wsUrl: hyperliquidWsUrl }),
  polymarket: (options, config) =>
    createPolymarketAdapter({
      ...options,
      gammaUrl: config.polymarketGammaUrl,
      clobUrl: config.polymarketClobUrl,
      dataUrl: config.polymarketDataUrl,
      wsUrl: config.polymarketWsUrl,
    }),
  kalshi: (options, { kalshiUrl, kalshiWsUrl }, { kalshiKey }) =>
    createKalshiAdapter({
      ...options,
      url: kalshiUrl,
      wsUrl: kalshiWsUrl,
      ...(kalshiKey === null ? {} : { apiKey: kalshiKey }),
    }),
  limitless: (options, { limitlessUrl, limitlessWsUrl }) =>
    createLimitlessAdapter({ ...options, url: limitlessUrl, wsUrl: limitlessWsUrl }),
};

/** The interval at which a venue is polled. */
export function pollIntervalMs(config: Config, venue: VenueId): number {
  return config[`${venue}PollMs`];
}

/** Builds the adapters of the configured venues. Nothing is asked of a venue yet. */
export function createAdapters({
  config,
  secrets,
  clock,
  random,
  userAgent,
}: {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: string;
}): ReadonlyMap<VenueId, VenueAdapter> {
  return new Map(
    config.venues.map((venue) => {
      const options: AdapterOptions = {
        maxMarkets: config[`${venue}MaxMarkets`],
        pollMs: pollIntervalMs(config, venue),
        streams: config.streams,
        userAgent,
        clock,
        random,
      };
      return [venue, FACTORIES[venue](options, config, secrets)];
    }),
  );
}
