import { type Static, type TSchema, Type } from 'typebox';
import { findJson, VENUES, type VenueId } from '../../domain/index.ts';
import { Validator } from '../../validator.ts';

const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);
const venue = () => Type.Unsafe<VenueId>({ type: 'string', enum: [...VENUES] });
const ofVenue = () => Type.Object({ venue: venue(), count: Type.Integer() });

const status = Type.Object({
  /** Number of commits of the service database that failed within the last five minutes. */
  failedWrites: Type.Integer(),
  /** Session with the lock for which the newest failed commit waited. null: the commit failed for another reason. */
  lockHolder: nullable(Type.String()),
  /** Disk space where the process stores files. null: the file system does not report it. */
  disk: nullable(Type.Object({ freeBytes: Type.Number(), totalBytes: Type.Number() })),
  /** Digest of `links.json` and the operator's vocabulary as this process reads them. null: there are none. */
  linksDigest: nullable(Type.String()),
  /** Whether Redis answers the process. null: the process uses none. */
  isRedisUp: nullable(Type.Boolean()),
  /** Findings of the process that follows deposits. null in other processes. */
  deposits: nullable(
    Type.Object({
      stalledWatchers: Type.Array(
        Type.Object({
          message: Type.String(),
          isCritical: Type.Boolean(),
          code: Type.Optional(Type.Literal('chain_clock_differs')),
        }),
      ),
      /** Result of the last comparison with the payment provider. */
      comparison: nullable(
        Type.Object({
          at: Type.Integer(),
          comparedMicroUsd: Type.Integer(),
          confirmedMicroUsd: Type.Integer(),
          oldestUnconfirmedAt: nullable(Type.Integer()),
        }),
      ),
    }),
  ),
  /** Findings of the trading process. null in other processes. */
  bot: nullable(
    Type.Object({
      vaultEnabled: Type.Boolean(),
      engineLoop: Type.Boolean(),
      blockedVenues: Type.Array(venue()),
      refusedRows: Type.Array(
        Type.Object({ venue: venue(), count: Type.Integer(), last: nullable(Type.String()) }),
      ),
      refusedCredentials: Type.Array(ofVenue()),
      unsettledMarkets: Type.Array(ofVenue()),
      unconfirmedOrders: Type.Array(ofVenue()),
      unpricedPositions: Type.Array(ofVenue()),
      mismatchedPositions: Type.Array(ofVenue()),
    }),
  ),
});

/** Status that one process publishes for the answers of all processes. */
export type ProcessStatus = ReadonlyDeep<Static<typeof status>>;

type ReadonlyDeep<T> = T extends object ? { readonly [Name in keyof T]: ReadonlyDeep<T[Name]> } : T;

/** A process of the installation, including this one. */
export interface KnownProcess {
  /** Role, host and port, and a part that only this start of the process has. */
  readonly id: string;
  readonly role: string;
  readonly version: string;
  /** Time in ms since the last report of the process, by the clock of the database. */
  readonly seenMs: number;
  /** Stored status of the process. null: another version stores it in another form. */
  readonly status: ProcessStatus | null;
}

const checked = new Validator(status);

/** Reads the stored status of a process. null when another version has stored it in another form. */
export function findStatus(text: string): ProcessStatus | null {
  const value = findJson(text);
  return checked.accepts(value) ? value : null;
}
