import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '../../config/config.ts';

const EVERY_MS = 500;

/** Limits of a start's wait for a store that another process creates. */
export interface Patience {
  readonly withinMs: number;
  /** Receives the message of each failure that is followed by another attempt. */
  readonly onWait: (what: string) => void;
}

/**
 * Opens something that another process may be about to create.
 *
 * @param mayCome Whether a failure may be temporary. Any other failure is thrown at once.
 * @throws {ConfigError} with the last failure when the time is over.
 */
export async function openWhenThere<T>(
  open: () => Promise<T>,
  {
    withinMs,
    onWait,
    mayCome,
    what = 'the feed',
  }: Patience & { readonly mayCome: (error: unknown) => boolean; readonly what?: string },
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!mayCome(error)) throw error;
      const { message } = error as Error;
      if (performance.now() >= until) {
        throw new ConfigError([`waited ${withinMs / 1_000} s for ${what}: ${message}`]);
      }
      onWait(message);
      await sleep(EVERY_MS);
    }
  }
}
