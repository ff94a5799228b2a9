import { getPriority, setPriority } from 'node:os';

/**
 * Increase of the nice value, which leaves about a third of the share of a thread with normal priority. `MAX_NICE` is
 * the lowest priority.
 */
const NICER_BY = 5;
const MAX_NICE = 19;

/**
 * Lowers the priority of the calling thread. On Linux the priority belongs to the thread. On other systems nothing is
 * changed.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(MAX_NICE, getPriority(0) + NICER_BY));
}
