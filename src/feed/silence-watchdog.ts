import { type Clock, type EpochMs, type Gap, SECOND_MS, type VenueId } from '../domain/index.ts';
import type { AssetUpdate, MarketState, VenueAdapter } from '../venues/venue-adapter.ts';
import type { Feed, VenueSnapshot } from './feed.ts';

export interface SilenceWatchdogOptions {
  readonly feed: Feed;
  readonly adapters: ReadonlyMap<VenueId, VenueAdapter>;
  readonly clock: Clock;
  /** Stores a gap of one asset, and closes it. */
  readonly putGap: (gap: Gap) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** One stream that was open and quiet while the venue's poll saw its asset move. */
export interface Silence {
  readonly asset: string;
  readonly venue: VenueId;
  /** The first poll that showed the movement. */
  readonly movedAt: EpochMs;
  readonly detectedAt: EpochMs;
  /** null while the stream is still quiet. */
  readonly recoveredAt: EpochMs | null;
  readonly restarts: number;
}

export interface SilenceStats {
  readonly detected: number;
  readonly recovered: number;
  /** From the first poll that showed the movement to the alarm, newest 1,000 silences. */
  readonly detectMs: readonly number[];
  /** From the alarm to the first update after it, newest 1,000 silences. */
  readonly recoverMs: readonly number[];
  readonly ongoing: readonly Silence[];
}

/** An update may be on its way when the poll arrives: so long it is waited for. */
const GRACE_MS = 5 * SECOND_MS;
const CHECK_EVERY_MS = SECOND_MS;
/** A subscription that stays quiet is renewed again after so long, doubling up to the longest. */
const FIRST_RETRY_MS = 10 * SECOND_MS;
const LONGEST_RETRY_MS = 120 * SECOND_MS;
const SAMPLES_KEPT = 1_000;

interface Touch {
  readonly price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
}

/** What is known of one streamed asset. */
interface Watch {
  readonly venue: VenueId;
  readonly storeKey: string;
  /** The last update of the stream. */
  streamed: (Touch & { readonly at: EpochMs }) | null;
  polled: (Touch & { readonly at: EpochMs }) | null;
  /** The first poll that showed a movement which the stream has not told. */
  movedAt: EpochMs | null;
  silence: {
    movedAt: EpochMs;
    detectedAt: EpochMs;
    restarts: number;
    nextRestartAt: number;
    gap: Gap;
  } | null;
}

/**
 * Finds streams that are open and yet say nothing of an asset that moves, and restarts them.
 *
 * The poll is the witness: when its touch moves to values that the stream has not told, and the stream
 * stays quiet for five seconds more, the asset's subscription is renewed, a gap is recorded, and the
 * health answers show it. Time counts from the first poll that shows the movement.
 */
export class SilenceWatchdog {
  readonly #options: SilenceWatchdogOptions;
  readonly #watches = new Map<string, Watch>();
  readonly #suspects = new Set<string>();
  readonly #detectMs: number[] = [];
  readonly #recoverMs: number[] = [];
  #detected = 0;
  #recovered = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopListening: (() => void)[] = [];

  constructor(options: SilenceWatchdogOptions) {
    this.#options = options;
  }

  start(): void {
    const { feed } = this.#options;
    this.#stopListening = [
      feed.onSnapshot((snapshot) => this.#compare(snapshot)),
      feed.onUpdate((update) => this.#hear(update)),
    ];
    this.#timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref();
  }

  stop(): void {
    for (const stop of this.#stopListening) stop();
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  stats(): SilenceStats {
    const ongoing: Silence[] = [];
    for (const asset of this.#suspects) {
      const watch = this.#watches.get(asset);
      if (watch?.silence == null) continue;
      const { movedAt, detectedAt, restarts } = watch.silence;
      ongoing.push({ asset, venue: watch.venue, movedAt, detectedAt, recoveredAt: null, restarts });
    }
    return {
      detected: this.#detected,
      recovered: this.#recovered,
      detectMs: this.#detectMs,
      recoverMs: this.#recoverMs,
      ongoing,
    };
  }

  /** Looks at the suspects; called every second. */
  check(): void {
    const now = this.#options.clock();
    for (const asset of this.#suspects) {
      const watch = this.#watches.get(asset);
      if (watch === undefined) continue;
      if (watch.silence !== null) this.#restartAgain(asset, watch, watch.silence, now);
      else if (watch.movedAt !== null && now - watch.movedAt >= GRACE_MS)
        this.#alarm(asset, watch, watch.movedAt, now);
    }
  }

  #compare(snapshot: VenueSnapshot): void {
    const stream = this.#options.adapters.get(snapshot.venue)?.stream ?? null;
    if (stream === null || snapshot.restored) return;
    for (const market of snapshot.markets) {
      if (market.polled === null || !stream.carries(market.ref.asset)) continue;
      this.#comparePoll(market, market.polled, snapshot.fetchedAt);
    }
    this.#forgetUnlisted(snapshot);
  }

  #comparePoll(market: MarketState, polled: Touch, at: EpochMs): void {
    const { asset } = market.ref;
    const watch = this.#watchOf(asset, market);
    const before = watch.polled;
    watch.polled = { ...polled, at };
    if (before === null || watch.movedAt !== null || !differs(before, polled)) return;
    const toldSince = watch.streamed !== null && watch.streamed.at >= before.at;
    const toldSame = watch.streamed !== null && !differs(watch.streamed, polled);
    if (toldSince || toldSame) return;
    watch.movedAt = at;
    this.#suspects.add(asset);
  }

  #hear(update: AssetUpdate): void {
    const watch = this.#watches.get(update.asset);
    if (watch === undefined) return;
    const { price, bid, ask, receivedAt } = update;
    watch.streamed = { price, bid, ask, at: receivedAt };
    if (watch.movedAt === null) return;
    watch.movedAt = null;
    this.#suspects.delete(update.asset);
    if (watch.silence !== null) this.#recover(watch, watch.silence, receivedAt);
  }

  #alarm(asset: string, watch: Watch, movedAt: EpochMs, now: EpochMs): void {
    const fromMs = watch.streamed?.at ?? movedAt;
    const gap: Gap = {
      venue: watch.venue,
      storeKey: watch.storeKey,
      fromMs,
      toMs: null,
      reason: 'the stream was open and silent while the poll saw the price move',
    };
    watch.silence = { movedAt, detectedAt: now, restarts: 0, nextRestartAt: now, gap };
    this.#detected++;
    keep(this.#detectMs, now - movedAt);
    this.#put(gap);
    this.#restartAgain(asset, watch, watch.silence, now);
  }

  #restartAgain(asset: string, watch: Watch, silence: NonNullable<Watch['silence']>, now: EpochMs): void {
    if (now < silence.nextRestartAt) return;
    silence.nextRestartAt = now + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** silence.restarts);
    silence.restarts++;
    this.#options.adapters.get(watch.venue)?.stream?.restart(asset);
  }

  #recover(watch: Watch, silence: NonNullable<Watch['silence']>, at: EpochMs): void {
    watch.silence = null;
    this.#recovered++;
    keep(this.#recoverMs, at - silence.detectedAt);
    this.#put({ ...silence.gap, toMs: at });
  }

  /** A market that left the list cannot recover: its silence ends with it. */
  #forgetUnlisted(snapshot: VenueSnapshot): void {
    for (const [asset, watch] of this.#watches) {
      if (watch.venue !== snapshot.venue || snapshot.byAsset.has(asset)) continue;
      if (watch.silence !== null) this.#put({ ...watch.silence.gap, toMs: snapshot.fetchedAt });
      this.#watches.delete(asset);
      this.#suspects.delete(asset);
    }
  }

  #watchOf(asset: string, market: MarketState): Watch {
    let watch = this.#watches.get(asset);
    if (watch === undefined) {
      const { venue, storeKey } = market.ref;
      watch = { venue, storeKey, streamed: null, polled: null, movedAt: null, silence: null };
      this.#watches.set(asset, watch);
    }
    return watch;
  }

  #put(gap: Gap): void {
    this.#options.putGap(gap).catch(this.#options.onError);
  }
}

/** Whether two touches disagree in what both of them state. */
function differs(a: Touch, b: Touch): boolean {
  const disagree = (x: number | null, y: number | null) => x !== null && y !== null && x !== y;
  return disagree(a.bid, b.bid) || disagree(a.ask, b.ask) || disagree(a.price, b.price);
}

function keep(samples: number[], value: number): void {
  samples.push(value);
  if (samples.length > SAMPLES_KEPT) samples.shift();
}
