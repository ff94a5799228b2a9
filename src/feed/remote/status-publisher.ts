import { SECOND_MS, type VenueId } from '../../domain/index.ts';
import { PeriodicTask } from '../../scheduling/periodic-task.ts';
import type { FeedReport } from './feed-report.ts';
import type { FeedStatus } from './feed-status.ts';

export interface StatusSink {
  /** Whether the status can be written at present. */
  readonly isUp: boolean;
  /**
   * Writes the status of a venue.
   *
   * @returns Whether the server also has a snapshot of the venue.
   * @throws {Error} when the status was not accepted.
   */
  putStatus(venue: VenueId, status: FeedStatus): Promise<boolean>;
}

export interface StatusPublisherOptions {
  readonly venues: readonly VenueId[];
  readonly report: FeedReport;
  readonly sink: StatusSink;
  /** Writes the snapshot of a venue again when the server has lost it. */
  readonly writeSnapshot: (venue: VenueId) => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

const EVERY_MS = SECOND_MS;

/** Publishes the status of the feed every second, which also shows that the feed is running. */
export class StatusPublisher {
  readonly #options: StatusPublisherOptions;
  readonly #task: PeriodicTask;

  constructor(options: StatusPublisherOptions) {
    this.#options = options;
    this.#task = new PeriodicTask({
      everyMs: EVERY_MS,
      firstAfterMs: 0,
      run: async () => {
        if (options.sink.isUp && options.report.isLeading) await this.publish();
      },
      onError: options.onFault,
    });
  }

  start(): void {
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  /** Publishes the status of every venue. @throws {Error} when a status was not accepted. */
  async publish(): Promise<void> {
    const { venues, report, sink, writeSnapshot } = this.#options;
    for (const venue of venues) {
      const isWhole = await sink.putStatus(venue, report.status(venue));
      if (!isWhole) await writeSnapshot(venue);
    }
  }
}
