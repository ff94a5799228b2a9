import * as s from '../schemas/schema.ts';

const NOT_READ_YET = 'the venue has not been read yet';

/** Builds the schema of the newest complete poll result of a venue. */
export const snapshotField = (description: string) =>
  s.named(
    'VenueSnapshot',
    s.object(description, {
      fetchedAt: s.nullable(s.epochMsField('When the snapshot was complete.'), NOT_READ_YET),
      ageMs: snapshotAgeField('Age of the snapshot in ms.'),
      stale: s.bool('Whether the snapshot is missing or older than 120 s.', false),
    }),
  );

export const snapshotAgeField = (description: string) => s.nullable(s.int(description, 2_100), NOT_READ_YET);

export const venueTimeField = () =>
  s.named(
    'VenueTime',
    s.nullable(s.epochMsField("Time of the price by the venue's clock."), 'the venue states none'),
  );

/** Builds the schema of the newest price of a market, recorded or only shown. */
export const lastPriceField = () =>
  s.named(
    'LastPrice',
    s.nullable(
      s.num('Newest price: USD for a perpetual, probability of Yes for a binary.', 87_250.5),
      'the market has no price',
    ),
  );

/** Builds the schema of the age of each venue's snapshot. */
export const snapshotAgesField = () =>
  s.named('SnapshotAges', s.perVenue("Age of each venue's snapshot in ms.", snapshotAgeField('Age in ms.')));

/** Builds the schema of whether each venue's snapshot is too old. */
export const staleVenuesField = () =>
  s.named(
    'StaleVenues',
    s.perVenue(
      "Whether each venue's snapshot is missing or older than 120 s.",
      s.bool('Whether the venue is stale.', false),
    ),
  );

/** Builds the schema of the time when an event of a stream was made. */
export const sentAtField = () =>
  s.named('SentAt', s.epochMsField("When the event was made, by the service's clock."));

/** Builds the schema of the time when this service received a price. */
export const receivedAtField = () =>
  s.named('ReceivedAt', s.epochMsField("When the venue's message arrived, by the service's clock."));

/** Builds the schema of the time when this service received a book. */
export const bookReadAtField = () =>
  s.named('BookReadAt', s.epochMsField("When the book was read, by the service's clock."));
