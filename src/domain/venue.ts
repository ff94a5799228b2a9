/** The four venues, in the order in which answers list them. */
export const VENUES = ['hyperliquid', 'polymarket', 'kalshi', 'limitless'] as const;

export type VenueId = (typeof VENUES)[number];

export function isVenueId(text: string): text is VenueId {
  return (VENUES as readonly string[]).includes(text);
}
