import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Clock, FeeSchedules, VenueId } from '../domain/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import { profile as hyperliquid } from './hyperliquid/profile.ts';
import { profile as kalshi } from './kalshi/profile.ts';
import { profile as limitless } from './limitless/profile.ts';
import { profile as polymarket } from './polymarket/profile.ts';
import type { VenueAdapter } from './venue-adapter.ts';
import type { VenueProfile } from './venue-profile.ts';

/** Every venue the service can record. A new venue is one folder and one line here. */
export const PROFILES: readonly VenueProfile[] = [hyperliquid, polymarket, kalshi, limitless];

/** @throws {RangeError} for a venue without a profile. */
export function profileOf(venue: VenueId): VenueProfile {
  const profile = PROFILES.find((one) => one.venue === venue);
  if (profile === undefined) throw new RangeError(`venue ${venue} has no profile`);
  return profile;
}

/** Taker fees of all kinds as their venues publish them. */
export const PUBLISHED_FEES = Object.assign(
  {},
  ...PROFILES.map(({ takerFees }) => takerFees),
) as FeeSchedules;

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
      return [venue, profileOf(venue).create(options, config, secrets)];
    }),
  );
}
