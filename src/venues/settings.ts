import { VENUES, type VenueId } from '../domain/index.ts';
import type { VenueSettings } from '../settings/venue-settings.ts';

/** Settings of every venue, from the `settings.ts` in the folder of each. */
export const VENUE_SETTINGS = Object.fromEntries(
  await Promise.all(
    VENUES.map(async (venue): Promise<[VenueId, VenueSettings]> => {
      const { settings } = await import(`./${venue}/settings.ts`);
      return [venue, settings];
    }),
  ),
) as Readonly<Record<VenueId, VenueSettings>>;
