import * as s from './schema.ts';

const NOT_READ_YET = 'the venue has not been read yet';

/** The newest whole poll result of a venue. */
export const snapshotField = (description: string) =>
  s.named(
    'VenueSnapshot',
    s.object(description, {
      fetchedAt: s.nullable(s.epochMsField('When it was complete.'), NOT_READ_YET),
      ageMs: snapshotAgeField('Its age in ms.'),
      stale: s.bool('Older than 120 s, or missing.', false),
    }),
  );

export const snapshotAgeField = (description: string) => s.nullable(s.int(description, 2_100), NOT_READ_YET);

export const venueTimeField = () =>
  s.named('VenueTime', s.nullable(s.epochMsField("The venue's clock."), 'the venue states none'));

/** The newest price of a market, recorded or shown. */
export const lastPriceField = () =>
  s.named('LastPrice', s.nullable(s.num('USD, or probability of Yes.', 87_250.5), 'the market has no price'));
