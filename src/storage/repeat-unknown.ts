import { mayBeStored } from './unavailable-error.ts';

export interface Repetition {
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Time in ms after the first attempt beyond which no attempt begins; absent: no limit. */
  readonly withinMs?: number;
  /** Monotonic clock, in ms; absent: that of this process. */
  readonly elapsed?: () => number;
}

/**
 * Repeats a call that is safe to repeat while it is unknown whether it was stored. Any other error is thrown at once.
 */
export async function repeatUnknown<Result>(
  call: () => Promise<Result>,
  { attempts, withinMs = Number.POSITIVE_INFINITY, elapsed = () => performance.now() }: Repetition,
): Promise<Result> {
  const from = elapsed();
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!mayBeStored(error) || attempt >= attempts || elapsed() - from > withinMs) throw error;
    }
  }
}
