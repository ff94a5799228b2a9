import type { Listing } from './listing.ts';

/** Makes something of a listing once: its titles, rules and ids never change, and formatting dates is slow. */
export function perListing<T>(make: (listing: Listing) => T): (listing: Listing) => T {
  const made = new WeakMap<Listing, { readonly value: T }>();
  return (listing) => {
    const found = made.get(listing);
    if (found !== undefined) return found.value;
    const value = make(listing);
    made.set(listing, { value });
    return value;
  };
}
