import { bool, epochMsField, int, named, nullable, num, object } from './schema.ts';

const NOT_READ_YET = 'the venue has not been read yet';

/** The newest whole poll result of a venue. */
export const snapshotField = (description: string) =>
  named(
    'VenueSnapshot',
    object(description, {
      fetchedAt: nullable(epochMsField('When it was complete.'), NOT_READ_YET),
      ageMs: snapshotAgeField('Its age in ms.'),
      stale: bool('Older than 120 s, or missing.', false),
    }),
  );

export const snapshotAgeField = (description: string) => nullable(int(description, 2_100), NOT_READ_YET);

export const venueTimeField = () =>
  named('VenueTime', nullable(epochMsField("The venue's clock."), 'the venue states none'));

/** The newest price of a market, recorded or shown. */
export const lastPriceField = () =>
  named('LastPrice', nullable(num('USD, or probability of Yes.', 87_250.5), 'the market has no price'));
