/** Error: this process no longer records the venue, or does not record it yet: another one does. Nothing was stored. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
}

/** The right of a process to store the records of venues whose leases it holds. */
export interface Leadership {
  /** Returns the fence of the lease of a venue; null when the lease is not held, or this cannot be known. */
  fence(venue: string): number | null;
  /** Gives the leases up, so that other processes may record at once. */
  release?(): Promise<void>;
}

/** Returns the name of the lease of a venue, whose holder records the venue. */
export const toLeaseName = (venue: string) => `feed:${venue}`;

/** Part of a statement that has one row while the lease named $1 is held under the fence $2. */
export const LEAD = 'lead AS (SELECT 1 FROM lease WHERE name = $1::text AND fence = $2::bigint FOR SHARE)';

/** Part of a statement that makes its commit wait for the disk, whatever the default of the server is. */
export const DURABLE = "set_config('synchronous_commit', 'on', true)";

/** Returns the fence of the venue's lease. @throws {NotLeaderError} when this process does not hold the lease. */
export function requireFence(leadership: Leadership, venue: string): number {
  const fence = leadership.fence(venue);
  if (fence === null) throw new NotLeaderError(`this process does not record ${venue}`);
  return fence;
}

/**
 * Checks the rows of a statement with {@link LEAD}. @throws {NotLeaderError} when there is none: the lease is not held
 * under the fence.
 */
export function requireStored(rows: readonly unknown[], venue: string): void {
  if (rows.length === 0) throw new NotLeaderError(`another process records ${venue} now`);
}
