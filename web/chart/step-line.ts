/**
 * A line of steps, filled on whole pixels: a stroke of a thousand points takes the browser's rasteriser, without a
 * graphics card, 30 ms a frame.
 *
 * One rectangle for each interval in which the line holds, and one for each column of pixels in which it moves, however
 * many values lie in that column. Columns out of view are not filled.
 */
export class StepLine {
  readonly #fill: (left: number, top: number, width: number, height: number) => void;
  readonly #thick: number;
  #isDown = false;
  #x = 0;
  #y = 0;
  /** Highest and lowest of the line in the column at x. */
  #top = 0;
  #bottom = 0;

  /** @param from Left edge of the view. @param to Right edge. @param thick Of the line; all in device pixels. */
  constructor(ctx: Pick<CanvasRenderingContext2D, 'fillRect'>, from: number, to: number, thick: number) {
    this.#thick = thick;
    this.#fill = (left, top, width, height) => {
      if (left <= to && left + width >= from) ctx.fillRect(left, top, width, height);
    };
  }

  /** Holds the level of before up to x, and continues at y from there; begins where nothing was before. */
  stepTo(x: number, y: number): void {
    const [at, level] = [Math.round(x), Math.round(y)];
    if (this.#isDown && at === this.#x) {
      this.#top = Math.min(this.#top, level);
      this.#bottom = Math.max(this.#bottom, level);
    } else {
      if (this.#isDown) this.#holdTo(at);
      this.#top = this.#isDown ? Math.min(this.#y, level) : level;
      this.#bottom = this.#isDown ? Math.max(this.#y, level) : level;
    }
    [this.#isDown, this.#x, this.#y] = [true, at, level];
  }

  /** Holds the last level up to x, and ends there: the hole after it is not bridged. */
  end(x: number): void {
    if (this.#isDown) this.#holdTo(Math.max(this.#x + 1, Math.round(x)));
    this.#isDown = false;
  }

  #holdTo(x: number): void {
    const isMoved = this.#bottom > this.#top;
    if (isMoved) this.#fill(this.#x, this.#top, this.#thick, this.#bottom - this.#top + this.#thick);
    // An interval that is no wider than the line lies within the column.
    const isWithin = isMoved && x - this.#x <= this.#thick;
    if (!isWithin) this.#fill(this.#x, this.#y, x - this.#x, this.#thick);
  }
}
