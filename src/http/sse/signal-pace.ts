import type { Logger } from 'pino';

/** Reason why a bundle was sent. */
export type SignalCause = 'init' | 'pulse' | 'idle';

export interface SignalPaceOptions<Frame> {
  readonly asset: string;
  readonly make: (cause: SignalCause) => Promise<Frame>;
  /**
   * Sends a frame.
   *
   * @param at Monotonic time when the frame was made, ms.
   */
  readonly send: (frame: Frame, at: number) => void;
  readonly log: Logger;
  /** Monotonic clock in ms. */
  readonly now: () => number;
}

/** Minimum time between two frames. */
export const MIN_SIGNAL_MS = 1_500;
/** Maximum time between two frames, even if nothing changes. */
export const IDLE_SIGNAL_MS = 15_000;

/** Decides when a frame of an asset's bundle is made: after pulses, at least 1,500 ms apart, and when it was quiet. */
export class SignalPace<Frame> {
  readonly #options: SignalPaceOptions<Frame>;
  #pulseTimer: NodeJS.Timeout | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #sentAt = Number.NEGATIVE_INFINITY;
  #isSending = false;
  #isRunning = false;

  constructor(options: SignalPaceOptions<Frame>) {
    this.#options = options;
  }

  /** Whether a frame is due soon because of a pulse. */
  get isExpecting(): boolean {
    return this.#pulseTimer !== null;
  }

  /**
   * Starts to make frames, the next after a pulse or when it was quiet.
   *
   * @param sentAt Monotonic time of the last frame, ms.
   */
  start(sentAt: number): void {
    this.#isRunning = true;
    this.#sentAt = sentAt;
    this.#waitForIdle();
  }

  stop(): void {
    this.#isRunning = false;
    for (const timer of [this.#pulseTimer, this.#idleTimer]) if (timer !== null) clearTimeout(timer);
    this.#pulseTimer = null;
    this.#idleTimer = null;
  }

  notePulse(): void {
    if (!this.#isRunning || this.#pulseTimer !== null) return;
    const waitMs = MIN_SIGNAL_MS - (this.#options.now() - this.#sentAt);
    this.#pulseTimer = setTimeout(
      () => {
        this.#pulseTimer = null;
        this.#send('pulse');
      },
      // Timers may fire a fraction of a millisecond early.
      Math.max(0, Math.ceil(waitMs) + 1),
    ).unref();
  }

  #waitForIdle(): void {
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#send('idle'), IDLE_SIGNAL_MS).unref();
  }

  /**
   * Makes and sends a frame. If the bundle cannot be made, no frame is sent, and the next pulse or idle timer tries
   * again.
   */
  async #send(cause: SignalCause): Promise<void> {
    const { asset, make, send, log, now } = this.#options;
    if (this.#isSending || !this.#isRunning) return;
    this.#isSending = true;
    this.#waitForIdle();
    try {
      const frame = await make(cause);
      this.#sentAt = now();
      send(frame, this.#sentAt);
    } catch (error) {
      log.error({ err: error, asset }, 'no bundle for the stream');
    } finally {
      this.#isSending = false;
    }
  }
}
