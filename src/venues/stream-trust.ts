import type { WithheldPrice } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';
import { TouchAgreement } from './touch-agreement.ts';

export interface StreamTrustOptions {
  readonly intake: Intake;
  /** Schema of the frames that state a touch. */
  readonly wire: { readonly name: string; readonly endpoint: string };
  /** Name of the source with which touches are compared, as in the reason of a doubt: `the list`. */
  readonly source: string;
  /** Reports that the touch of an asset is not trusted from now on. */
  readonly onDoubt?: (asset: string) => void;
}

/** Price of one market in two sources of its venue; null when a source has none. */
export interface StatedTwice {
  readonly listed: number | null;
  readonly streamed: number | null;
  /**
   * Whether the list may be older than the touch. A different price then proves nothing, but a complementary one does.
   * Default: false.
   */
  readonly isListLate?: boolean;
}

/**
 * Decides which markets of a stream are trusted. Each poll compares their touches with the venue's own list. A touch
 * that stays away from the list, or is its complement, is neither recorded nor published until the two agree again.
 */
export class StreamTrust {
  readonly #options: StreamTrustOptions;
  readonly #agreement = new TouchAgreement();
  readonly #doubts = new Map<string, WithheldPrice>();

  constructor(options: StreamTrustOptions) {
    this.#options = options;
  }

  /**
   * Compares the two prices of an asset once.
   *
   * @returns The reason why the streamed touch is not used; null: it is trusted.
   */
  judge(asset: string, { listed, streamed, isListLate = false }: StatedTwice): WithheldPrice | null {
    const { intake, wire, source, onDoubt } = this.#options;
    const wasBelieved = this.#agreement.isBelieved(asset);
    if (this.#agreement.compare(asset, listed, streamed, isListLate)) {
      this.#doubts.delete(asset);
      return null;
    }
    const refusal = refuse(wire.name, `its touch is not that of ${source}`, {
      endpoint: wire.endpoint,
      row: asset,
      value: `${streamed} against ${listed} of ${source}`,
    });
    intake.count(refusal, true);
    if (wasBelieved) onDoubt?.(asset);
    const doubt = { code: 'side_disputed', at: refusal.at } as const;
    this.#doubts.set(asset, doubt);
    return doubt;
  }

  /** Finds the reason of the last comparison why the streamed touch is not used; null: it is trusted. */
  findDoubt(asset: string): WithheldPrice | null {
    return this.#doubts.get(asset) ?? null;
  }

  isBelieved(asset: string): boolean {
    return !this.#doubts.has(asset);
  }

  /** Forgets the assets that are no longer compared. */
  keep(assets: ReadonlySet<string>): void {
    this.#agreement.keep(assets);
    for (const asset of this.#doubts.keys()) if (!assets.has(asset)) this.#doubts.delete(asset);
  }
}
