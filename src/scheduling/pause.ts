import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for a time in ms, or until the signal is aborted. Never rejects: callers check the signal to learn what ended
 * the wait.
 *
 * @param options.ref false: the wait does not keep the process running.
 */
export async function pause(
  ms: number,
  options: { readonly signal: AbortSignal | undefined; readonly ref?: boolean },
): Promise<void> {
  await sleep(ms, undefined, options).catch(() => undefined);
}
