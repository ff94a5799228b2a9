import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AssetRef, type Clock, epochMs, type Gap, type Recorder } from '../../../domain/index.ts';
import type { GapReader } from '../../../history/contract/gaps.ts';
import type { ResolutionReader, StoredResolution } from '../../../history/contract/resolutions.ts';
import { PeriodicTask } from '../../../scheduling/periodic-task.ts';
import type { LoggedEvent } from './event-log.ts';
import type { EventSource } from './log-topics.ts';

const RESOLUTIONS_EVERY_MS = 2_000;
const GAPS_EVERY_MS = 5_000;
/** Time that is read again: records of another process may be stored a while after the time that they state. */
const OVERLAP_MS = 60_000;
const PAGE = 1_000;
/** Assets whose gaps are read before the event loop runs other work. */
const ASSETS_A_TURN = 50;

/** A row of the history, of an asset or of a whole venue. */
interface StoredRow {
  readonly venue: Recorder;
  /** Key of the asset; null: the whole venue. */
  readonly storeKey: string | null;
}

interface StoredSourceOptions<Row> {
  readonly everyMs: number;
  /** Reads the rows of assets and of their venues that changed at or after a time; others are passed over. */
  readonly read: (refs: readonly AssetRef[], sinceMs: number) => Promise<readonly Row[]>;
  /** Returns the time of the row's last change, epoch ms; infinity while it lasts. */
  readonly at: (row: Row) => number;
  readonly toEvent: (row: Row, asset: string) => LoggedEvent;
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}

interface Hearer {
  readonly ref: AssetRef;
  readonly sinceMs: number;
  readonly log: (event: LoggedEvent) => void;
  /** Rows of the last read, as JSON text: a row that changes is another. */
  known: ReadonlySet<string>;
}

/** Source of events that the recorder stores, in this process or in another: they are read from the history. */
class StoredSource<Row extends StoredRow> implements EventSource {
  readonly #options: StoredSourceOptions<Row>;
  readonly #hearers = new Map<string, Hearer>();
  #reading: PeriodicTask | null = null;

  constructor(options: StoredSourceOptions<Row>) {
    this.#options = options;
  }

  hear(ref: AssetRef, log: (event: LoggedEvent) => void): () => void {
    const { clock, everyMs, onFault } = this.#options;
    this.#hearers.set(ref.asset, { ref, sinceMs: clock(), log, known: new Set() });
    if (this.#reading === null) {
      this.#reading = new PeriodicTask({ everyMs, run: () => this.#read(), onError: onFault });
      this.#reading.start();
    }
    return () => {
      this.#hearers.delete(ref.asset);
      if (this.#hearers.size > 0) return;
      void this.#reading?.stop();
      this.#reading = null;
    };
  }

  /** Rows are stored whether there are readers or not. */
  want(): () => void {
    return () => undefined;
  }

  async #read(): Promise<void> {
    const { read, at, toEvent, clock } = this.#options;
    const hearers = [...this.#hearers.values()];
    const first = Math.min(...hearers.map(({ sinceMs }) => sinceMs));
    const refs = hearers.map(({ ref }) => ref);
    const rows = await read(refs, Math.max(first, clock() - OVERLAP_MS));
    const byPlace = Map.groupBy(rows, ({ venue, storeKey }) => formatPlace(venue, storeKey));
    for (const hearer of hearers) {
      const { venue, storeKey, asset } = hearer.ref;
      const known = new Set<string>();
      for (const place of [formatPlace(venue, storeKey), formatPlace(venue, null)]) {
        for (const row of byPlace.get(place) ?? []) {
          const key = JSON.stringify(row);
          known.add(key);
          if (!hearer.known.has(key) && at(row) >= hearer.sinceMs) hearer.log(toEvent(row, asset));
        }
      }
      hearer.known = known;
    }
  }
}

const formatPlace = (venue: Recorder, storeKey: string | null) => `${venue} ${storeKey ?? ''}`;

type Parts = Pick<StoredSourceOptions<never>, 'clock' | 'onFault'>;

/** Source of resolutions: one when a market is resolved, and one when its venue takes that back. */
export function createResolutionSource(
  history: Pick<ResolutionReader, 'listResolutions' | 'listReopened'>,
  parts: Parts,
): EventSource {
  return new StoredSource<StoredResolution>({
    ...parts,
    everyMs: RESOLUTIONS_EVERY_MS,
    at: ({ recordedAt, reopenedAt }) => reopenedAt ?? recordedAt,
    read: async (_refs, sinceMs) => {
      const since = epochMs(sinceMs);
      const rows: StoredResolution[] = [...(await history.listReopened(since))];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await history.listResolutions({
          since,
          limit: PAGE,
          ...(cursor === undefined ? {} : { cursor }),
        });
        rows.push(...page.resolutions);
        cursor = page.nextCursor;
      }
      return rows;
    },
    toEvent: ({ outcome, payout, settledAt, source, disputed, recordedAt, reopenedAt = null }, asset) => ({
      asset,
      kind: 'resolution',
      frame: {
        asset,
        outcome,
        payout,
        settledAt,
        source,
        disputed,
        recordedAt,
        reopenedAt,
        sentAt: parts.clock(),
      },
    }),
  });
}

/** Source of gaps of assets and of their whole venues: one when a gap is noticed, and one when it ends. */
export function createGapSource(history: Pick<GapReader, 'listGaps'>, parts: Parts): EventSource {
  return new StoredSource<Gap>({
    ...parts,
    everyMs: GAPS_EVERY_MS,
    at: ({ toMs }) => toMs ?? Number.POSITIVE_INFINITY,
    // By asset: a list of the venue's gaps is by their start, so those that end now may be on its last page.
    read: async (refs, sinceMs) => {
      const gaps = new Map<string, Gap>();
      for (const [i, { venue, storeKey }] of refs.entries()) {
        for (const gap of await history.listGaps(venue, { fromMs: epochMs(sinceMs) }, storeKey))
          gaps.set(`${formatPlace(gap.venue, gap.storeKey)} ${gap.fromMs}`, gap);
        if (i % ASSETS_A_TURN === ASSETS_A_TURN - 1) await nextTurn();
      }
      return [...gaps.values()];
    },
    toEvent: ({ venue, storeKey, fromMs, toMs, reason }, asset) => ({
      asset,
      kind: 'gap',
      frame: {
        asset,
        venue,
        ofVenue: storeKey === null,
        fromMs,
        toMs,
        reason,
        sentAt: parts.clock(),
      },
    }),
  });
}
