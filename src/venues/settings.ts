import { VENUES, type VenueId } from '../domain/index.ts';
import type { VenueSettings } from '../settings/venue-settings.ts';

/** Settings of every venue. Each venue's folder declares its own in `settings.ts`. */
export const VENUE_SETTINGS = Object.fromEntries(
  await Promise.all(
    VENUES.map(async (venue): Promise<[VenueId, VenueSettings]> => {
      const { settings } = await import(`./${venue}/settings.ts`);
      return [venue, settings];
    }),
  ),
) as Readonly<Record<VenueId, VenueSettings>>;
