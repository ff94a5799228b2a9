import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { VenueReadError } from './venue-read.ts';

/** Rows of a private answer that could be read, and what the unreadable ones may hide. */
export interface AccountRows<Row> {
  readonly rows: readonly Row[];
  /**
   * Whether an unreadable row has this name (in any letter case) or no readable name, so that facts about the name are
   * unknown.
   */
  hides(name: string): boolean;
  /** Throws when an unreadable row may have this name. @throws {VenueReadError} */
  requireRead(name: string): void;
}

/**
 * Reads the rows of a private answer one by one. An unreadable row is counted and does not affect the others; what it
 * is about never counts as absent.
 *
 * @param findName Finds the name of an unreadable row: its market, coin or id; null or undefined: none.
 */
export function readAccountRows<Schema extends TSchema>(
  http: Pick<VenueHttp, 'noteRefusedRow'>,
  rows: readonly unknown[],
  wire: WireSchema<Schema>,
  findName: (row: unknown) => string | null | undefined,
): AccountRows<Static<Schema>> {
  const read: Static<Schema>[] = [];
  const unread = new Set<string | null>();
  for (const row of rows) {
    if (wire.accepts(row)) {
      read.push(row);
      continue;
    }
    http.noteRefusedRow(wire.describeRefusal(row, null));
    unread.add(findName(row)?.toLowerCase() ?? null);
  }
  const hides = (name: string) => unread.has(name.toLowerCase()) || unread.has(null);
  return {
    rows: read,
    hides,
    requireRead: (name) => {
      if (hides(name)) throw new VenueReadError('venue_unavailable', `the ${wire.name} cannot be read`);
    },
  };
}
