import { buildPerpAsset, type Clock, computeAge, type EpochMs } from '../../../domain/index.ts';
import { type Intake, refuse } from '../../../upstream/intake.ts';
import * as wire from '../wire.ts';
import type { DexContexts } from './frames.ts';

export interface ContextFramesOptions {
  readonly clock: Clock;
  /** Counts frames that have fewer contexts than their universe has assets. */
  readonly intake: Intake;
  /** Whether the stream has a listener of single marks. */
  readonly isHeard: () => boolean;
  /** Receives the changed mark of a perpetual; null: the venue's mark is not above 0. */
  readonly onMark: (coin: string, price: number | null, receivedAt: EpochMs) => void;
}

/** The newest contexts of one dex, in the order of its universe. */
export interface StreamedContexts {
  readonly contexts: readonly (wire.PerpContext | null)[];
  readonly receivedAt: EpochMs;
}

/** Longest time between two frames that is measured as their spacing. */
const MAX_SPACING_MS = 10_000;

/** Reads frames of contexts. A frame names its assets by their position in the universe of each dex. */
export class ContextFrames {
  readonly #options: ContextFramesOptions;
  readonly #universes = new Map<string, readonly (wire.PerpMeta | null)[]>();
  readonly #contexts = new Map<string, StreamedContexts>();
  readonly #distrusted = new Set<string>();
  readonly #dexByAsset = new Map<string, string>();
  #contextsEveryMs = 0;

  constructor(options: ContextFramesOptions) {
    this.#options = options;
  }

  /** Whether the asset is listed in the universe of a dex. */
  carries(asset: string): boolean {
    return this.#dexByAsset.has(asset);
  }

  /** Finds the time of the last frame with an asset; null: none has arrived. */
  lastFrameAt(asset: string): EpochMs | null {
    const dex = this.#dexByAsset.get(asset);
    return dex === undefined ? null : (this.#contexts.get(dex)?.receivedAt ?? null);
  }

  /** Forgets the frames when the connection is lost: prices may have changed before it is back. */
  clear(): void {
    this.#contexts.clear();
  }

  /** Sets the universe of a dex: its assets, in the order in which frames list their contexts without names. */
  setUniverse(dex: string, universe: readonly (wire.PerpMeta | null)[]): void {
    this.#universes.set(dex, universe);
    for (const { name, isDelisted } of universe.filter((meta) => meta !== null)) {
      if (isDelisted === true) this.#dexByAsset.delete(buildPerpAsset(name).asset);
      else this.#dexByAsset.set(buildPerpAsset(name).asset, dex);
    }
  }

  /**
   * Sets whether marks of a dex are passed on. They are not while the streamed marks differ from those that REST gave
   * by name.
   */
  trust(dex: string, isTrusted: boolean): void {
    if (isTrusted) this.#distrusted.delete(dex);
    else this.#distrusted.add(dex);
  }

  /** Moving average of the time between two frames of contexts, in ms; 0 before the second frame. */
  get everyMs(): number {
    return this.#contextsEveryMs;
  }

  /** Finds the contexts of a dex; null when they are older than `maxAgeMs` or absent. */
  find(dex: string, maxAgeMs: number): StreamedContexts | null {
    const streamed = this.#contexts.get(dex);
    if (streamed === undefined || computeAge(this.#options.clock(), streamed.receivedAt) > maxAgeMs)
      return null;
    return streamed;
  }

  /** Reads a frame, and reports the marks that changed. */
  read(all: DexContexts, receivedAt: EpochMs): void {
    this.#measureSpacing(receivedAt);
    for (const [dex, contexts] of all) {
      const universe = this.#universes.get(dex) ?? [];
      if (contexts.length < universe.length) {
        this.#countShort(dex, contexts.length, universe.length);
        continue;
      }
      const before = this.#contexts.get(dex)?.contexts;
      this.#contexts.set(dex, { contexts, receivedAt });
      // A frame with an added asset arrives before the universe that names it. Until then its positions are not
      // certain.
      const isNamed = contexts.length === universe.length && !this.#distrusted.has(dex);
      if (!this.#options.isHeard() || !isNamed) continue;
      for (const [index, meta] of universe.entries()) {
        const markPx = contexts[index]?.markPx;
        if (
          meta === null ||
          markPx === undefined ||
          markPx === before?.[index]?.markPx ||
          meta.isDelisted === true
        )
          continue;
        const price = Number(markPx) > 0 ? Number(markPx) : null;
        this.#options.onMark(meta.name, price, receivedAt);
      }
    }
  }

  #countShort(dex: string, count: number, expected: number): void {
    this.#options.intake.count(
      refuse(wire.dexContexts.name, 'the frame is shorter than its universe', {
        endpoint: wire.dexContexts.endpoint,
        row: dex,
        value: `${count} of ${expected}`,
      }),
    );
  }

  /**
   * Updates the average spacing of frames. Longer pauses are left out, because they are pauses of the venue or lost
   * connections.
   */
  #measureSpacing(receivedAt: EpochMs): void {
    const before = this.#contexts.get('')?.receivedAt;
    const spacingMs = before === undefined ? MAX_SPACING_MS : receivedAt - before;
    if (spacingMs >= MAX_SPACING_MS || spacingMs < 0) return;
    const isFirst = this.#contextsEveryMs === 0;
    this.#contextsEveryMs = isFirst ? spacingMs : 0.8 * this.#contextsEveryMs + 0.2 * spacingMs;
  }
}
