import type { VenueId } from '../../domain/index.ts';
import { ConcernLog } from '../../feed/local/concern-log.ts';
import { LocalFeed } from '../../feed/local/local-feed.ts';
import { LocalSnapshots } from '../../feed/local-snapshots.ts';
import type { SnapshotStore } from '../../feed/snapshot-store.ts';
import { SilenceWatchdog } from '../../feed/watchdog/silence-watchdog.ts';
import type { HistoryStore } from '../../history/contract/history-store.ts';
import type { Log } from '../../log.ts';
import { PatientWrites } from '../../recording/patient-writes.ts';
import { PollRecorder } from '../../recording/poll-recorder.ts';
import { ResolutionTracker } from '../../recording/resolution-tracker.ts';
import type { TapeRecorder } from '../../recording/tape/tape-recorder.ts';
import type { References } from '../../references/recording/references.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import { VerdictTask } from '../../settled/task/verdict-task.ts';
import { ClockWatch } from '../../upstream/clock-watch.ts';
import type { Foundation } from '../foundation.ts';
import { buildReferences } from './references.ts';
import { openSharedPublishing, type SharedPublishing } from './shared-publishing.ts';
import { buildTape } from './tape.ts';

/** Interval of the check for venues that have been unread for too long. */
const GAP_CHECK_MS = 1_000;

/** Interval at which markets are checked whose verdict may change. */
const VERDICTS_EVERY_MS = 10_000;

/** Part of a process that reads the venues and writes the store. */
export interface FeedRole {
  readonly feed: LocalFeed;
  readonly watchdog: SilenceWatchdog;
  readonly resolutions: ResolutionTracker;
  readonly verdicts: VerdictTask;
  readonly references: References;
  /** Recorder of books and trades; null: neither is recorded. */
  readonly tape: TapeRecorder | null;
  readonly snapshots: SnapshotStore;
  /** Publication of the venues by this process; null in a process that is the whole installation. */
  readonly publishing: SharedPublishing | null;
  /** Begins to poll, record and watch. */
  start(): void;
}

export interface FeedRoleOptions
  extends Pick<Foundation, 'config' | 'secrets' | 'log' | 'clock' | 'random' | 'adapters' | 'redis'> {
  readonly history: HistoryStore;
}

/**
 * Builds the part that reads and records, with the newest state of the previous run restored.
 *
 * @param lifecycle Receives the stop of each part.
 */
export async function openFeedRole(
  options: FeedRoleOptions,
  lifecycle: AsyncDisposableStack,
): Promise<FeedRole> {
  const { config, secrets, log, clock, history, adapters } = options;
  const onError = reportTo(log);
  const { feed, recorder } = buildRecording(options);
  const watchdog = new SilenceWatchdog({
    feed,
    adapters,
    clock,
    intervalMs: (venue) => config.feed.adapters[venue].pollMs,
    putGap: (gap) => history.putGap(gap),
    onError: onError('silence could not be recorded'),
  });
  const { verdicts, verdictTask, resolutions } = buildVerdicts(options, feed, recorder);
  const gapCheck = buildGapCheck(options, feed, recorder);
  const references = buildReferences(options, (key, t) => verdicts.noteValue(key, t));
  const publishing = await openSharedPublishing(options, lifecycle);
  const snapshots = publishing?.snapshots ?? new LocalSnapshots(config.dataDir, clock);

  // Parts are stopped in reverse order: polls first, then the work after polls, then the last snapshot.
  const onSnapshotError = onError('the newest snapshots could not be written');
  lifecycle.adopt(snapshots, (file) => file.stop().catch(onSnapshotError));
  lifecycle.defer(async () => {
    verdicts.stop();
    await verdictTask.stop();
  });
  lifecycle.adopt(resolutions, (tracker) => tracker.stop());
  lifecycle.adopt(references, (running) => running.stop());
  lifecycle.adopt(watchdog, (dog) => dog.stop());
  lifecycle.adopt(gapCheck, (task) => task.stop());
  // The tape is built here, so that the streams of the feed stop before it does.
  const tape = buildTape({ config, secrets, log, clock, adapters }, feed);
  lifecycle.defer(async () => tape?.stop());
  lifecycle.adopt(feed, (source) => source.stop());
  lifecycle.defer(async () => tape?.detach());

  await restoreSnapshots(snapshots, feed, log);
  for (const venue of config.feed.venues) await recorder.resume(venue);
  return {
    feed,
    watchdog,
    resolutions,
    verdicts,
    references,
    tape,
    snapshots,
    publishing,
    start: () => {
      gapCheck.start();
      watchdog.start();
      resolutions.start();
      verdictTask.start();
      // The tape starts before the streams, because it needs their first books.
      tape?.start();
      feed.start();
      references.start().catch(onError('reference prices could not be started'));
      snapshots.start(feed, onSnapshotError);
    },
  };
}

/** Creates functions that log an error with a given message. */
const reportTo = (log: Log) => (what: string) => (error: unknown) => log.error({ err: error }, what);

/** Builds the feed and the recorder of its polls. */
function buildRecording({ config, secrets, log, clock, random, history, adapters }: FeedRoleOptions): {
  readonly feed: LocalFeed;
  readonly recorder: PollRecorder;
} {
  const onError = reportTo(log);
  const intervalMs = (venue: VenueId) => config.feed.adapters[venue].pollMs;

  // A venue that enforces a longer interval is not late when it keeps that interval.
  const keptIntervalMs: typeof intervalMs = (venue) =>
    Math.max(intervalMs(venue), adapters.get(venue)?.polling?.minIntervalMs() ?? 0);

  const clockWatch = new ClockWatch(clock);
  const recorder = new PollRecorder({
    history:
      secrets.historyUrl === null
        ? history
        : new PatientWrites({ history, onLost: onError('a poll was lost') }),
    clock,
    intervalMs: keptIntervalMs,
    onForecastError: onError('prices of forecasts could not be read'),
    checkClock: () => {
      const step = clockWatch.check();
      if (step !== null) {
        log.warn(step, 'the clock of this machine was set');
        feed.noteClockStep(step);
      }
      return step;
    },
  });
  const feed: LocalFeed = new LocalFeed({
    adapters: [...adapters.values()],
    pollMs: intervalMs,
    clock,
    random,
    record: (poll) => recorder.record(poll),
    onFailure: (venue, error) => {
      log.warn({ venue, failure: error.failure }, error.message);
      recorder.noteFailure(venue, error.message).catch(onError('gap could not be recorded'));
    },
    onFault: (error, venue) => {
      if (venue === null) onError('a listener of the feed failed')(error);
      else log.error({ err: error, venue }, 'a poll could not be recorded; it is shown all the same');
    },
  });
  return { feed, recorder };
}

/** Builds the tracker of resolutions and the verdicts about settled markets. */
function buildVerdicts(
  { log, clock, history, adapters }: FeedRoleOptions,
  feed: LocalFeed,
  recorder: PollRecorder,
): {
  readonly verdicts: VerdictTask;
  readonly verdictTask: PeriodicTask;
  readonly resolutions: ResolutionTracker;
} {
  const onError = reportTo(log);
  const verdicts = new VerdictTask({
    history,
    adapters,
    clock,
    onAnomaly: ({ venue, code, message }) => log.warn({ venue, code }, message),
    onError: onError('a venue could not be asked for what it took'),
  });
  const verdictTask = new PeriodicTask({
    everyMs: VERDICTS_EVERY_MS,
    run: () => verdicts.run(),
    onError: onError('verdicts could not be decided; it is tried again'),
  });
  const resolutions = new ResolutionTracker({
    feed,
    history,
    adapters,
    clock,
    onAnswer: (resolution, stated) => verdicts.noteResolution(resolution, stated),
    onResolved: (ref, endMs) => {
      feed.noteEnd(ref);
      recorder.noteEnd(ref, endMs).catch(onError('gap could not be recorded'));
    },
    onReopened: (ref) => {
      recorder.noteReopened(ref, clock());
      verdicts.noteReopened(ref).catch(onError('a verdict could not be withdrawn'));
    },
    onError: onError('resolution could not be recorded'),
  });
  return { verdicts, verdictTask, resolutions };
}

/** Builds the check for venues that have been unread for too long, which also logs the concerns of the feed. */
function buildGapCheck(
  { config, log, clock }: FeedRoleOptions,
  feed: LocalFeed,
  recorder: PollRecorder,
): PeriodicTask {
  const concernLog = new ConcernLog(({ code, message, count, at }, venue) =>
    log.warn({ venue, code, count, at }, message),
  );
  return new PeriodicTask({
    everyMs: GAP_CHECK_MS,
    run: async () => {
      for (const venue of config.feed.venues) {
        concernLog.note(venue, feed.health(venue).concerns, clock());
        await recorder.check(venue);
      }
    },
    onError: reportTo(log)('gap could not be recorded'),
  });
}

async function restoreSnapshots(snapshots: SnapshotStore, feed: LocalFeed, log: Log): Promise<void> {
  try {
    for (const snapshot of await snapshots.load()) feed.restore(snapshot);
  } catch (error) {
    log.warn(
      { err: error },
      'the newest snapshots of the last run are not readable; waiting for the first polls',
    );
  }
}
