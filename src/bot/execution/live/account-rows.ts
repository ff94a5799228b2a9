import type { Static, TSchema } from 'typebox';
import type { WireSchema } from '../../../upstream/client.ts';
import type { VenueHttp } from '../calls/venue-http.ts';
import { ReadFailure } from './venue-read.ts';

/** Rows of a private answer. */
export interface AccountRows<Row> {
  readonly rows: readonly Row[];
  /** Whether a row that could not be read has this name, in any letter case, or none: what it says is not known. */
  hides(name: string): boolean;
  /** @throws {ReadFailure} when a row that could not be read may be the one of this name. */
  requireRead(name: string): void;
}

/**
 * Reads the rows of a private answer one by one: an odd one says nothing about the others, is counted, and is never taken
 * for an absent one.
 *
 * @param findName Name of a row that has no shape: its market, coin or id; null or undefined: none can be read.
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
      if (hides(name)) throw new ReadFailure('venue_unavailable', `the ${wire.name} cannot be read`);
    },
  };
}
