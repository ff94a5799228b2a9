/** Ends that are no breaks, since the next span began at once. As the last end, they mean that the process stopped. */
const STEPS = ['day', 'class'];
const STOPPED = 'restart';
const FIRST = 'first';

/** Reasons for which the last spans of books and trades ended, of today and of the newest earlier day. */
export class LastEnded {
  #today = new Map<string, string>();
  #before = new Map<string, string>();

  /** Adds the rows of a file. */
  read(rows: readonly { readonly key: string; readonly ended: string }[], isToday: boolean): void {
    const reasons = isToday ? this.#today : this.#before;
    for (const { key, ended } of rows) reasons.set(key, STEPS.includes(ended) ? STOPPED : ended);
  }

  set(key: string, reason: string): void {
    this.#today.set(key, reason);
  }

  /** Finds the reason of the last end; `first` when neither day has one. */
  find(key: string): string {
    return this.#today.get(key) ?? this.#before.get(key) ?? FIRST;
  }

  beginDay(): void {
    this.#before = this.#today;
    this.#today = new Map();
  }
}
