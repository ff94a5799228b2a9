import type { SliceQueue } from '../../scheduling/slices.ts';

/** A reader that has joined a topic. */
export interface Member {
  /** Number of the newest frame whose content the member received when it joined. Only later frames are sent to it. */
  readonly joinedAfter: number;
}

/**
 * Readers of one topic. Every frame is passed to every member once, in order, in slices that let other requests run in
 * between. A frame that arrives while another is being sent waits.
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

  /** Value of `joinedAfter` for a member that joins now. */
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
        // Members that join during the loop are visited too; `joinedAfter` keeps older frames from them.
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
