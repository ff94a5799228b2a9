/** The longest stretch of work between two turns of the event loop. */
const SLICE_MS = 2;

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

  /** Whether the work has run long enough. Asked first, so that steps that need no turn await nothing. */
  isDue(): boolean {
    return this.now() - this.startedAt >= SLICE_MS;
  }

  /** Waits for a turn. */
  async turn(): Promise<void> {
    this.count(this.now() - this.startedAt);
    await this.yieldTurn();
    this.startedAt = this.now();
  }

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
