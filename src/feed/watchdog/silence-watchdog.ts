import {
  type AssetUpdate,
  type Clock,
  type EpochMs,
  epochMs,
  type Gap,
  type MarketState,
  SECOND_MS,
  type VenueId,
} from '../../domain/index.ts';
import type { VenueAdapter } from '../../venues/venue-adapter.ts';
import type { Feed, VenueSnapshot } from '../feed.ts';
import { haveTouchesMoved, type PricedTouch } from '../touch.ts';
import { buildSilence, type OpenSilence, type Silence, type SilenceStats, takeRestart } from './silence.ts';
import { type Candidate, createWatch, isLag, noteStreamQuote, type Watch } from './stream-watch.ts';

export interface SilenceWatchdogOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  /** Poll interval of a venue, in ms. */
  readonly intervalMs: (venue: VenueId) => number;
  readonly clock: Clock;
  /** Stores the gap of one asset, and its end. */
  readonly putGap: (gap: Gap) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Time to wait for an update that may still arrive after the poll. */
const GRACE_MS = 5 * SECOND_MS;
const CHECK_EVERY_MS = SECOND_MS / 4;
const SILENCES_KEPT = 1_000;

/**
 * Finds streams that are open but silent about an asset that moves, and restarts them.
 *
 * The poll is the evidence. When it moves to a touch that the stream has not reported, the stream has five seconds to
 * send it. If the stream stays quiet and the next poll differs from it too, or one more interval passes, the asset's
 * subscription is renewed, a gap is recorded, and the health answers show it. A poll with a touch that the stream had
 * replaced shortly before is late and proves nothing by itself.
 */
export class SilenceWatchdog {
  readonly #options: SilenceWatchdogOptions;
  readonly #watches = new Map<string, Watch>();
  /** Watches with a candidate or a silence, which are the only ones to check by the clock. */
  readonly #active = new Set<Watch>();
  readonly #counts = new Map<VenueId, { detected: number; recovered: number }>();
  readonly #ended: Silence[] = [];
  #checkedAt = epochMs(0);
  #timer: NodeJS.Timeout | null = null;
  #stopListening: (() => void)[] = [];

  constructor(options: SilenceWatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    const { feed } = this.#options;
    this.#stopListening = [
      feed.onSnapshot((snapshot) => this.#compare(snapshot)),
      feed.onUpdate((update) => this.#onUpdate(update)),
    ];
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref();
  }

  /** Ends every silence, because a stopped service cannot notice its end. */
  async stop(): Promise<void> {
    for (const stop of this.#stopListening) stop();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    const now = this.#options.clock();
    const open = [...this.#active].flatMap(({ silence }) => silence ?? []);
    this.#active.clear();
    for (const { gap } of open) await this.#options.putGap({ ...gap, toMs: now });
  }

  stats(): SilenceStats {
    const ongoing = [...this.#active].flatMap(({ asset, venue, silence }) =>
      silence === null ? [] : [buildSilence(asset, venue, silence, null)],
    );
    return { perVenue: this.#counts, ended: this.#ended, ongoing };
  }

  /** Checks the assets that are silent or suspected to be. Called four times a second. */
  check(): void {
    const now = this.#options.clock();
    if (now < this.#checkedAt) this.#startAgain(now);
    this.#checkedAt = now;
    for (const watch of this.#active) {
      const stream = this.#options.adapters.get(watch.venue)?.stream ?? null;
      const heardAt = stream?.lastUpdateAt(watch.asset) ?? null;
      if (watch.silence !== null) {
        if (heardAt !== null && heardAt > watch.silence.detectedAt) this.#recover(watch, heardAt);
        else this.#restartAgain(watch, watch.silence, now);
      } else if (watch.candidate !== null) {
        const { movedAt } = watch.candidate;
        const isOpen = stream?.carries(watch.asset) ?? false;
        // A message after the movement proves the stream alive, even when it repeats an unchanged touch and is no
        // update.
        if (!isOpen || (heardAt !== null && heardAt > movedAt)) this.#clear(watch);
        else if (this.#isProven(watch, watch.candidate, now)) this.#open(watch, movedAt, now);
      }
    }
  }

  /**
   * Starts again after the clock was set back, because earlier times are no longer comparable. Lasting silences are
   * found again.
   */
  #startAgain(now: EpochMs): void {
    for (const watch of [...this.#active]) {
      if (watch.silence === null) this.#clear(watch);
      else this.#end(watch, epochMs(Math.max(watch.silence.gap.fromMs, now)), null);
    }
    for (const watch of this.#watches.values()) watch.replaced.length = 0;
  }

  #isProven({ venue }: Watch, { movedAt, isConfirmed, isExplained }: Candidate, now: EpochMs): boolean {
    const age = now - movedAt;
    if (isConfirmed) return age >= GRACE_MS;
    return !isExplained && age >= GRACE_MS + this.#options.intervalMs(venue);
  }

  #compare(snapshot: VenueSnapshot): void {
    const stream = this.#options.adapters.get(snapshot.venue)?.stream ?? null;
    if (stream === null || snapshot.restored) return;
    for (const market of snapshot.markets) {
      if (market.polled === null || !stream.carries(market.ref.asset)) continue;
      this.#comparePoll(this.#getWatch(market), market.polled, snapshot.fetchedAt);
    }
    this.#forgetUnlisted(snapshot);
  }

  #comparePoll(watch: Watch, polled: PricedTouch, at: EpochMs): void {
    const before = watch.polled;
    watch.polled = polled;
    const hasMoved = before !== null && haveTouchesMoved(before, polled);
    if (watch.silence !== null) {
      if (hasMoved) watch.silence.hasMovedSince = true;
      return;
    }
    const isReported = watch.lastStreamQuote !== null && !haveTouchesMoved(watch.lastStreamQuote, polled);
    if (isReported) watch.isReportedPolled = true;
    if (watch.candidate !== null) {
      if (!isReported) watch.candidate.isConfirmed = true;
      else if (watch.candidate.isExplained) this.#clear(watch);
    } else if (hasMoved && !isReported) {
      watch.candidate = {
        movedAt: at,
        isExplained: isLag(watch, polled, at, this.#options.intervalMs(watch.venue)),
        isConfirmed: false,
      };
      this.#active.add(watch);
    }
  }

  #onUpdate({ asset, price, bid, ask, receivedAt }: AssetUpdate): void {
    const watch = this.#watches.get(asset);
    if (watch === undefined) return;
    noteStreamQuote(watch, { price, bid, ask, at: receivedAt });
    if (watch.silence !== null) this.#recover(watch, receivedAt);
    else if (watch.candidate !== null) this.#clear(watch);
  }

  #clear(watch: Watch): void {
    watch.candidate = null;
    this.#active.delete(watch);
  }

  #open(watch: Watch, movedAt: EpochMs, now: EpochMs): void {
    const { venue, storeKey } = watch;
    const gap: Gap = {
      venue,
      storeKey,
      fromMs: watch.lastStreamQuote?.at ?? movedAt,
      toMs: null,
      reason: 'the stream was open and silent while the poll saw the price move',
    };
    watch.candidate = null;
    watch.silence = { movedAt, detectedAt: now, gap, restarts: 0, nextRestartAt: now, hasMovedSince: false };
    this.#getCounts(venue).detected++;
    this.#put(gap);
    this.#restartAgain(watch, watch.silence, now);
  }

  #restartAgain({ asset, venue }: Watch, silence: OpenSilence, now: EpochMs): void {
    if (takeRestart(silence, now)) this.#options.adapters.get(venue)?.stream?.restart(asset);
  }

  #recover(watch: Watch, at: EpochMs): void {
    this.#getCounts(watch.venue).recovered++;
    this.#end(watch, at, at);
  }

  #end(watch: Watch, at: EpochMs, recoveredAt: EpochMs | null): void {
    const { asset, venue, silence } = watch;
    watch.silence = null;
    this.#active.delete(watch);
    if (silence === null) return;
    this.#put({ ...silence.gap, toMs: at });
    this.#ended.push(buildSilence(asset, venue, silence, recoveredAt));
    if (this.#ended.length > SILENCES_KEPT) this.#ended.shift();
  }

  /** Ends the silences of markets that left the list, because these markets cannot recover. */
  #forgetUnlisted(snapshot: VenueSnapshot): void {
    for (const [asset, watch] of this.#watches) {
      if (watch.venue !== snapshot.venue || snapshot.byAsset.has(asset)) continue;
      this.#end(watch, snapshot.fetchedAt, null);
      this.#watches.delete(asset);
    }
  }

  #getWatch({ ref }: MarketState): Watch {
    let watch = this.#watches.get(ref.asset);
    if (watch === undefined) {
      watch = createWatch(ref);
      this.#watches.set(ref.asset, watch);
    }
    return watch;
  }

  #getCounts(venue: VenueId): { detected: number; recovered: number } {
    let counts = this.#counts.get(venue);
    if (counts === undefined) {
      counts = { detected: 0, recovered: 0 };
      this.#counts.set(venue, counts);
    }
    return counts;
  }

  #put(gap: Gap): void {
    this.#options.putGap(gap).catch(this.#options.onError);
  }
}
