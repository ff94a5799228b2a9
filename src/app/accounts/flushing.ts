import { SECOND_MS } from '../../domain/index.ts';
import type { Log } from '../../log.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { Accounts } from './accounts.ts';

/**
 * Stores the counts, revoked keys and refunds that wait in memory, once a second.
 *
 * @param lifecycle Receives the last write, for the stop.
 */
export function startFlushing(
  { keys, flush, log }: Pick<Accounts, 'keys' | 'flush'> & { readonly log: Log },
  lifecycle: AsyncDisposableStack,
): void {
  const task = new PeriodicTask({
    everyMs: SECOND_MS,
    run: flush,
    onError: (error) =>
      log.error(
        { err: error },
        'usage, revoked keys or refunds could not be written; they are kept and tried again',
      ),
  });
  lifecycle.defer(async () => {
    await task.stop();
    await flush().catch((error) =>
      log.error({ err: error }, 'the last second of usage could not be written'),
    );
    const unwritten = keys.unwritten.map(({ hash }) => hash);
    if (unwritten.length > 0) {
      log.fatal(
        { keys: unwritten },
        'the end of these keys could not be written: revoke them again after the start',
      );
    }
  });
  task.start();
}
