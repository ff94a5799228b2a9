/** Thrown where this process records the venue no longer, or not yet: another one does. Nothing was stored. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
}

/** The right of a process to store, by the lease that it holds. */
export interface Leadership {
  /** The fence of the lease of a venue; null: not held, or that cannot be known. */
  fence(venue: string): number | null;
  /** The process ends: others may record at once. */
  release?(): Promise<void>;
}

/** The lease of a venue: its holder records the venue. */
export const toLeaseName = (venue: string) => `feed:${venue}`;

/** A part of a statement that gives one row while the lease is held under a fence. $1 is its name, $2 the fence. */
export const LEAD = 'lead AS (SELECT 1 FROM lease WHERE name = $1::text AND fence = $2::bigint FOR SHARE)';

/** A part of a statement that makes its commit wait for the disk, also where the default of the server is another. */
export const DURABLE = "set_config('synchronous_commit', 'on', true)";

/** @throws {NotLeaderError} when this process does not hold the lease of the venue. */
export function requireFence(leadership: Leadership, venue: string): number {
  const fence = leadership.fence(venue);
  if (fence === null) throw new NotLeaderError(`this process does not record ${venue}`);
  return fence;
}

/** @throws {NotLeaderError} when a statement under {@link LEAD} gave no row. */
export function requireStored(rows: readonly unknown[], venue: string): void {
  if (rows.length === 0) throw new NotLeaderError(`another process records ${venue} now`);
}
