import { getPriority, setPriority } from 'node:os';

/** About a third of the share of a thread of usual priority, and the lowest priority there is. */
const NICER_BY = 5;
const MAX_NICE = 19;

/** Lets other threads go before this one. On Linux a priority is that of the calling thread alone; elsewhere nothing changes. */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(MAX_NICE, getPriority(0) + NICER_BY));
}
