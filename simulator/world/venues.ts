/** The venues that have a simulator. */
export const SIMULATED_VENUES = ['hyperliquid', 'polymarket', 'kalshi', 'limitless'] as const;

export type SimulatedVenue = (typeof SIMULATED_VENUES)[number];

/** Creates a value for each simulated venue. */
export function mapVenues<T>(create: (venue: SimulatedVenue) => T): Readonly<Record<SimulatedVenue, T>> {
  return Object.fromEntries(SIMULATED_VENUES.map((venue) => [venue, create(venue)])) as Record<
    SimulatedVenue,
    T
  >;
}
