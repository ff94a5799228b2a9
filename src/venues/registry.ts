import type { Config } from '../config/config.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Clock, type FeeSchedules, VENUES, type VenueId } from '../domain/index.ts';
import type { AdapterOptions } from './adapter-options.ts';
import type { VenueAdapter } from './venue-adapter.ts';
import type { VenueProfile } from './venue-profile.ts';

/** Every venue the service can record, in the order in which answers list them: `<venue>/profile.ts` of each. */
export const PROFILES: readonly VenueProfile[] = await Promise.all(
  VENUES.map(async (venue): Promise<VenueProfile> => (await import(`./${venue}/profile.ts`)).profile),
);

/** @throws {RangeError} for a venue without a profile. */
export function getProfile(venue: VenueId): VenueProfile {
  const profile = PROFILES.find((one) => one.venue === venue);
  if (profile === undefined) throw new RangeError(`venue ${venue} has no profile`);
  return profile;
}

/** Taker fees of all kinds as their venues publish them. */
export const PUBLISHED_FEES = Object.assign(
  {},
  ...PROFILES.map(({ takerFees }) => takerFees),
) as FeeSchedules;

/** Builds the adapters of the configured venues. Nothing is asked of a venue yet. */
export function createAdapters({
  config: { feed },
  secrets,
  clock,
  random,
  userAgent,
}: {
  readonly config: Pick<Config, 'feed'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly random: () => number;
  readonly userAgent: string;
}): ReadonlyMap<VenueId, VenueAdapter> {
  return new Map(
    feed.venues.map((venue) => {
      const { pollMs, maxMarkets, addresses } = feed.adapters[venue];
      const options: AdapterOptions = { maxMarkets, pollMs, streams: feed.streams, userAgent, clock, random };
      return [venue, getProfile(venue).create(options, addresses, secrets)];
    }),
  );
}
