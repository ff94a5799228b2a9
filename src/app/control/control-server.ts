import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { ImportBatches } from '../../history/contract/import-batches.ts';
import { controlRoutes, controlStreamRoutes } from '../../http/routes/control/control-routes.ts';
import { buildServer } from '../../http/server/server.ts';
import { closeGracefully } from '../../http/server/shutdown.ts';
import { runBackfill } from '../../recording/backfill-run.ts';
import { VERSION } from '../../version.ts';
import { ThreadDayMaker } from '../calibration/thread-day-maker.ts';
import type { FeedRole } from '../feed/feed-role.ts';
import type { Foundation } from '../foundation.ts';
import { ControlSocketError, listenOnControlSocket } from './control-socket.ts';

/** A batch of a million rows, or its undo, takes as long as it takes: no timer ends it. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Time that a command which sends rows has to learn that the service stops. */
const GRACE_MS = 500;

/** Parts of the control server, through which commands of this machine use the recording process. */
export interface ControlOptions
  extends Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'now' | 'adapters'>,
    Pick<FeedRole, 'feed'> {
  readonly history: HistoryStore & ImportBatches;
}

/**
 * Serves the commands of the data directory on its control socket: their writes go through the one writer. A
 * service that cannot make the socket runs without it.
 *
 * @param lifecycle Receives how it stops: running commands end between two steps, before the store is closed.
 */
export async function openControl(
  { config, secrets, log, clock, now, history, adapters, feed }: ControlOptions,
  lifecycle: AsyncDisposableStack,
): Promise<void> {
  const { dataDir } = config;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    running.add(work);
    // Only the end counts here; failures are answered to the caller.
    work.finally(() => running.delete(work)).catch(() => undefined);
  };
  const days = new ThreadDayMaker({ ...secrets, dataDir: config.history.dataDir });
  const server = await buildServer({
    sets: [
      controlRoutes({
        batches: history,
        listed: (venue) => feed.snapshot(venue)?.markets.map(({ ref }) => ref) ?? null,
        venues: config.feed.venues,
        backfill: (run, listener) => runBackfill({ ...run, history, adapters, clock, dataDir }, listener),
        calibrate: (request, signal) => days.calibrate(history, request, signal),
        clock,
        track,
        stopping: stopping.signal,
      }),
      controlStreamRoutes({ batches: history, track, stopping: stopping.signal }),
    ],
    settings: {
      version: VERSION,
      trustedProxies: [],
      paidGating: false,
      timeouts: { requestMs: 0, handlerMs: NO_LIMIT_MS },
    },
    gate: null,
    log,
    now,
  });
  lifecycle.defer(() => Promise.allSettled([...running]).then(() => undefined));
  lifecycle.defer(() => closeGracefully(server, GRACE_MS));
  lifecycle.defer(async () => {
    stopping.abort();
    await days.close();
  });
  try {
    lifecycle.defer(await listenOnControlSocket(server.server, dataDir));
  } catch (error) {
    if (!(error instanceof ControlSocketError)) throw error;
    log.warn({ reason: error.message }, 'commands cannot import beside this service');
  }
}
