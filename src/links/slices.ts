/** The longest stretch of work between two turns of the event loop. */
const SLICE_MS = 4;

/** Gives the event loop its turn when the work has run long enough, and measures both. */
export class Slices {
  /** The longest stretch so far, milliseconds. */
  longestMs = 0;
  private worked = 0;
  private startedAt: number;
  private readonly now: () => number;
  private readonly yieldTurn: () => Promise<void>;

  constructor(now: () => number, yieldTurn: () => Promise<void>) {
    this.now = now;
    this.yieldTurn = yieldTurn;
    this.startedAt = now();
  }

  /** Waits for a turn when one is due. Bound, so that it can be passed on. */
  readonly pause = async (): Promise<void> => {
    const elapsed = this.now() - this.startedAt;
    if (elapsed < SLICE_MS) return;
    this.count(elapsed);
    await this.yieldTurn();
    this.startedAt = this.now();
  };

  /** Computing time so far, without the turns given away. */
  workMs(): number {
    this.count(this.now() - this.startedAt);
    this.startedAt = this.now();
    return this.worked;
  }

  private count(elapsed: number): void {
    this.worked += elapsed;
    this.longestMs = Math.max(this.longestMs, elapsed);
  }
}
