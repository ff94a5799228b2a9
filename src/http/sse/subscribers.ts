import type { SliceQueue } from '../../scheduling/slices.ts';

/** One reader among those of the same topic. */
export interface Member {
  /** Frames up to this number are not for it: it got their content when it joined. */
  readonly joinedAfter: number;
}

/**
 * The readers of one topic. Every frame reaches every member once, in order, in slices that let other requests
 * through; a frame that comes while the one before is still being sent waits for its turn.
 */
export class Subscribers<M extends Member, Frame> {
  readonly #slices: SliceQueue;
  readonly #notify: (member: M, frame: Frame) => void;
  readonly #members = new Set<M>();
  readonly #waiting: { readonly number: number; readonly frame: Frame }[] = [];
  #isNotifying = false;
  #number = 0;

  constructor(slices: SliceQueue, notify: (member: M, frame: Frame) => void) {
    this.#slices = slices;
    this.#notify = notify;
  }

  get size(): number {
    return this.#members.size;
  }

  /** The `joinedAfter` of a member that joins now. */
  get position(): number {
    return this.#number;
  }

  join(member: M): void {
    this.#members.add(member);
  }

  leave(member: M): void {
    this.#members.delete(member);
  }

  publish(frame: Frame): void {
    this.#waiting.push({ number: ++this.#number, frame });
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    this.#slices.run(this.#notifyAll());
  }

  *#notifyAll(): Generator<void> {
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        // A set that changes meanwhile shows newcomers too; `joinedAfter` keeps older frames from them.
        for (const member of this.#members) {
          if (member.joinedAfter < next.number) this.#notify(member, next.frame);
          yield;
        }
      }
    } finally {
      this.#isNotifying = false;
    }
  }
}
