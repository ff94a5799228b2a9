import type { Faults } from './faults.ts';

/** Number of frames of an asset that are sent before an earlier frame is repeated. */
const LATE_AFTER = 3;

interface Kept {
  readonly emit: () => void;
  /** Number of frames that are sent before this one. */
  left: number;
}

/** Sends frames of the tape over one connection in the order, and as often, as its faults say. */
export class FrameOrder {
  readonly #faults: Faults;
  readonly #venue: string;
  /** Frames that come behind later ones, by asset. */
  readonly #kept = new Map<string, Kept[]>();

  constructor(faults: Faults, venue: string) {
    this.#faults = faults;
    this.#venue = venue;
  }

  /**
   * Sends a frame now, or behind the next one of its asset.
   *
   * @param names Names by which a fault may mean the asset, its own first.
   * @param emit Sends it. @param note Notes that it is sent for the first time.
   */
  send(names: readonly string[], emit: () => void, note: () => void = () => undefined): void {
    const [asset = ''] = names;
    const strikes = (kind: 'reorder' | 'resend' | 'late') =>
      this.#faults.strikesTape(kind, this.#venue, names);
    const first = () => {
      note();
      emit();
    };
    if (strikes('reorder')) {
      this.#keep(asset, { emit: first, left: 1 });
      return;
    }
    first();
    if (strikes('resend')) emit();
    this.#release(asset);
    if (strikes('late')) this.#keep(asset, { emit, left: LATE_AFTER });
  }

  #keep(asset: string, kept: Kept): void {
    const ofAsset = this.#kept.get(asset);
    if (ofAsset === undefined) this.#kept.set(asset, [kept]);
    else ofAsset.push(kept);
  }

  #release(asset: string): void {
    const ofAsset = this.#kept.get(asset);
    if (ofAsset === undefined) return;
    for (const kept of ofAsset) if (--kept.left === 0) kept.emit();
    const waiting = ofAsset.filter(({ left }) => left > 0);
    if (waiting.length === 0) this.#kept.delete(asset);
    else this.#kept.set(asset, waiting);
  }
}
