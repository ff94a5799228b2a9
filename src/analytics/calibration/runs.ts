/** Neighbours of one group and event in one day, each list a column; millions of objects would be too much. */
export class Runs {
  readonly day: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Index of the first sample. */
  readonly sample: Int32Array;
  readonly base: Int32Array;
  length = 0;

  constructor(size: number) {
    this.day = new Int32Array(size);
    this.from = new Int32Array(size);
    this.to = new Int32Array(size);
    this.sample = new Int32Array(size);
    this.base = new Int32Array(size);
  }

  push(day: number, from: number, to: number, sample: number, base: number): void {
    const at = this.length++;
    this.day[at] = day;
    this.from[at] = from;
    this.to[at] = to;
    this.sample[at] = sample;
    this.base[at] = base;
  }
}
