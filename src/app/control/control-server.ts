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

/** Time limit of a request, which is none in effect: importing a million rows, or undoing it, may take long. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Time in ms that a command which sends rows has to notice that the service stops. */
const GRACE_MS = 500;

/** Parts that the control server needs. Commands on this machine use the recording process through it. */
export interface ControlOptions
  extends Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'now' | 'adapters'>,
    Pick<FeedRole, 'feed'> {
  readonly history: HistoryStore & ImportBatches;
}

/**
 * Serves commands of this machine on the control socket of the data directory, so that their writes go through the only
 * writer. A service that cannot create the socket runs without it.
 *
 * @param lifecycle Receives the stop: running commands end between two steps, before the store is closed.
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
    // Failures are reported to the caller and need no handling here.
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
