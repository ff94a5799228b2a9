import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, type VenueId } from '../../domain/index.ts';
import { Listeners } from '../../scheduling/listeners.ts';
import { Slices } from '../../scheduling/slices.ts';
import { type FramePosition, parseEntryId } from './event-id.ts';
import { decodeFrame, type FrameMark, type PulseFrame } from './pulse-frame.ts';

/** One entry of a venue's stream. */
export interface FrameEntry {
  readonly venue: VenueId;
  /** Id of the entry. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** Source of the frames of all venues. */
export interface FrameSource {
  /**
   * Reads the entries after the given ones, oldest first within a venue.
   *
   * @param after Ids of entries by venue; absent: from the oldest entry that is kept.
   * @param isPatient Whether to wait up to a second for an entry when there is none.
   * @throws {Error} when the source cannot be read.
   */
  read(after: ReadonlyMap<VenueId, string>, isPatient: boolean): Promise<readonly FrameEntry[]>;
  close(): void;
}

export interface FrameFollowerOptions {
  readonly source: FrameSource;
  readonly onFault: (error: unknown) => void;
  /** Monotonic clock, in ms. Default `performance.now`. */
  readonly now?: () => number;
}

export interface ReceivedFrame {
  readonly venue: VenueId;
  readonly entry: Omit<FramePosition, 'index'>;
  readonly frame: PulseFrame;
  /** Whether frames before this one are missing. */
  readonly isAfterGap: boolean;
}

/** Time without a readable source after which readers' streams count as interrupted. */
const INTERRUPTED_AFTER_MS = 2 * SECOND_MS;
const RETRY_MS = 100;

/**
 * Reads the frames of all venues in order, from the oldest that is kept.
 *
 * Entries that are not frames, and frames of a replaced feed, are skipped and counted. A missing number between two
 * frames of one run is a gap, whose pulses are lost for readers.
 */
export class FrameFollower {
  readonly #options: FrameFollowerOptions;
  readonly #now: () => number;
  readonly #frames: Listeners<ReceivedFrame>;
  readonly #interruptions: Listeners<boolean>;
  readonly #after = new Map<VenueId, string>();
  readonly #marks = new Map<VenueId, FrameMark>();
  readonly #filled = Promise.withResolvers<void>();
  #loop: Promise<void> | null = null;
  #isStopped = false;
  #failingSince: number | null = null;
  /** Whether frames may be missing. They are before the first read. */
  #isInterrupted = true;
  #skipped = 0;
  #outdated = 0;

  constructor(options: FrameFollowerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#frames = new Listeners(options.onFault);
    this.#interruptions = new Listeners(options.onFault);
  }

  start(): void {
    this.#loop ??= this.#follow();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#options.source.close();
    await this.#loop;
  }

  /** Resolves when the frames that existed at the start have been read. */
  get filled(): Promise<void> {
    return this.#filled.promise;
  }

  /** Whether frames have stopped arriving, so that readers may miss pulses. */
  get isInterrupted(): boolean {
    return this.#isInterrupted;
  }

  /** Number of entries that are not frames, and of frames of a replaced feed, since the start. */
  get ignored(): { readonly skipped: number; readonly outdated: number } {
    return { skipped: this.#skipped, outdated: this.#outdated };
  }

  onFrame(listener: (received: ReceivedFrame) => void): () => void {
    return this.#frames.add(listener);
  }

  /** Adds a listener that is called when frames stop arriving, and when they arrive again. */
  onInterruption(listener: (isInterrupted: boolean) => void): () => void {
    return this.#interruptions.add(listener);
  }

  async #follow(): Promise<void> {
    let isFilled = false;
    while (!this.#isStopped) {
      try {
        const entries = await this.#options.source.read(this.#after, isFilled);
        this.#failingSince = null;
        await this.#apply(entries);
        this.#interrupt(false);
        if (entries.length > 0) continue;
        isFilled = true;
        this.#filled.resolve();
      } catch (error) {
        if (this.#isStopped) return;
        this.#failingSince ??= this.#now();
        if (this.#now() - this.#failingSince >= INTERRUPTED_AFTER_MS) this.#interrupt(true, error);
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  async #apply(entries: readonly FrameEntry[]): Promise<void> {
    const slices = new Slices();
    for (const { venue, id, bytes } of entries) {
      this.#after.set(venue, id);
      this.#applyOne(venue, id, decodeFrame(bytes));
      if (slices.isDue()) await slices.pause();
    }
  }

  #applyOne(venue: VenueId, id: string, frame: PulseFrame | null): void {
    if (frame === null) {
      this.#skipped++;
      return;
    }
    const before = this.#marks.get(venue);
    if (before !== undefined && frame.fence < before.fence) {
      this.#outdated++;
      return;
    }
    const { fence, run, seq } = frame;
    this.#marks.set(venue, { fence, run, seq });
    // A run may have used numbers before it could publish, so its first frame here may not have number 0.
    const expected = before?.run === run ? before.seq + 1 : 0;
    const isAfterGap = before !== undefined && seq !== expected;
    this.#frames.notify({ venue, entry: parseEntryId(id), frame, isAfterGap });
  }

  #interrupt(isInterrupted: boolean, error?: unknown): void {
    if (this.#isInterrupted === isInterrupted) return;
    this.#isInterrupted = isInterrupted;
    if (isInterrupted) this.#options.onFault(error);
    this.#interruptions.notify(isInterrupted);
  }
}
