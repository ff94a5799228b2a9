import type { WithheldPrice } from '../domain/index.ts';
import { type Intake, refuse } from '../upstream/intake.ts';
import { TouchAgreement } from './touch-agreement.ts';

export interface StreamTrustOptions {
  readonly intake: Intake;
  /** Schema of the frames that state a touch. */
  readonly wire: { readonly name: string; readonly endpoint: string };
  /** Source with which touches are compared, in the words of the reason: `the list`. */
  readonly source: string;
  /** A touch is not believed from now on. */
  readonly onDoubt?: (asset: string) => void;
}

/** Prices of one market in two sources of its venue; null where a source has none. */
export interface StatedTwice {
  readonly listed: number | null;
  readonly streamed: number | null;
  /**
   * Whether the list may be older than the touch: a price that moved meanwhile is no difference, the other side is.
   * Default: false.
   */
  readonly isListLate?: boolean;
}

/**
 * Which markets of a stream are believed: at each poll their touches are compared with the venue's own list, and those
 * that stay away from it, or are its complement, are neither recorded nor passed on until they agree again.
 */
export class StreamTrust {
  readonly #options: StreamTrustOptions;
  readonly #agreement = new TouchAgreement();
  readonly #doubts = new Map<string, WithheldPrice>();

  constructor(options: StreamTrustOptions) {
    this.#options = options;
  }

  /**
   * Compares once.
   *
   * @returns Why the stream is left out; null: believed.
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

  /** Why the stream is left out since the last comparison; null: believed. */
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
