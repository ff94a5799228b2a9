/** Decides at each look whether a file has to be read again. */
export class FileChanges {
  readonly #findTime: () => number;
  /** Time of the content that was read last; null: not certain. */
  #readTime: number | null;
  /** Whether the last look did not find the file, which had been there. */
  #isMissed = false;

  /**
   * Notes the content as it was at the start.
   *
   * @param findTime Finds the time of the last change, epoch ms; 0 without a file.
   * @param startedAt Time when the process began, epoch ms. It may have read the file before a change that came later.
   */
  constructor(findTime: () => number, startedAt: number) {
    this.#findTime = findTime;
    const time = findTime();
    this.#readTime = time > startedAt ? null : time;
  }

  /**
   * Whether the file differs from what was read last. An absent one does so from the second look on: many editors remove a
   * file just before they write it anew.
   */
  look(): boolean {
    const time = this.#findTime();
    const wasMissed = this.#isMissed;
    this.#isMissed = time === 0 && this.#readTime !== 0;
    if (this.#isMissed && !wasMissed) return false;
    return time !== this.#readTime;
  }

  /** Notes that the file is about to be read. A change during the reading is found by the next look. */
  noteRead(): void {
    this.#readTime = this.#findTime();
    this.#isMissed = false;
  }
}
