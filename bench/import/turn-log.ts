import { closeSync, openSync, readSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** A late turn of the event loop, milliseconds. */
export interface LateTurn {
  readonly ms: number;
  /** Processor time of the event loop's thread within; null where the system does not say. */
  readonly ranMs: number | null;
  /** Time in which the thread was ready to run while other threads had the processors, ms; null: not known. */
  readonly waitedMs: number | null;
  /** Pauses for the collection of garbage within, by the clock. */
  readonly gcMs: number;
  readonly hasMajorGc: boolean;
}

/** Turns that are looked at; the shorter ones are of no interest. */
const LATE_MS = 4;
const MAJOR_GC = 4;

interface GcEntry extends PerformanceEntry {
  readonly detail: { readonly kind: number };
}

interface Turn {
  readonly at: number;
  readonly ms: number;
  readonly ranMs: number | null;
  readonly waitedMs: number | null;
}

/**
 * Follows the turns of the event loop of its thread by a timer of one millisecond, and says of the longest what they were:
 * work of this process, its collector, or other programs that had the processors.
 */
export class TurnLog {
  readonly #turns: Turn[] = [];
  readonly #pauses: { readonly at: number; readonly ms: number; readonly isMajor: boolean }[] = [];
  readonly #observer: PerformanceObserver;
  readonly #schedule = openSchedule();
  #timer: NodeJS.Timeout;
  #last = performance.now();
  #ran = this.#schedule.read();

  constructor() {
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { startTime, duration, detail } = entry as GcEntry;
        this.#pauses.push({ at: startTime, ms: duration, isMajor: detail.kind === MAJOR_GC });
      }
    });
    this.#observer.observe({ entryTypes: ['gc'] });
    this.#timer = setTimeout(() => this.#look(), 1);
  }

  /** Ends the log. @returns The longest turns by the clock, and the one that took most of a processor; null: it is not known. */
  async stop(
    count: number,
  ): Promise<{ readonly longest: readonly LateTurn[]; readonly busiest: LateTurn | null }> {
    clearTimeout(this.#timer);
    // The last pauses are told in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    this.#observer.disconnect();
    this.#schedule.close();
    const longest = this.#turns.toSorted((a, b) => b.ms - a.ms).slice(0, count);
    const [busiest = null] = this.#turns.toSorted((a, b) => (b.ranMs ?? 0) - (a.ranMs ?? 0));
    return {
      longest: longest.map((turn) => this.#describe(turn)),
      busiest: busiest === null || busiest.ranMs === null ? null : this.#describe(busiest),
    };
  }

  #describe({ at, ...turn }: Turn): LateTurn {
    const within = this.#pauses.filter((pause) => pause.at < at + turn.ms && pause.at + pause.ms > at);
    const gcMs = within.reduce((sum, { ms }) => sum + ms, 0);
    return { ...turn, gcMs, hasMajorGc: within.some(({ isMajor }) => isMajor) };
  }

  #look(): void {
    const now = performance.now();
    const ms = now - this.#last;
    const ran = this.#schedule.read();
    if (ms > LATE_MS) {
      const since = (i: 0 | 1) => (ran === null || this.#ran === null ? null : ran[i] - this.#ran[i]);
      this.#turns.push({ at: this.#last, ms, ranMs: since(0), waitedMs: since(1) });
    }
    this.#ran = ran;
    this.#last = performance.now();
    this.#timer = setTimeout(() => this.#look(), 1);
  }
}

/** Describes a turn: `62.7 ms (ran 31.0, waited for a processor 30.2, major collection 12.0)`. */
export function describeTurn({ ms, ranMs, waitedMs, gcMs, hasMajorGc }: LateTurn): string {
  const parts = [
    ...(ranMs === null ? [] : [`ran ${ranMs.toFixed(1)}`]),
    ...(waitedMs === null ? [] : [`waited for a processor ${waitedMs.toFixed(1)}`]),
    ...(gcMs === 0 ? [] : [`${hasMajorGc ? 'major ' : ''}collection ${gcMs.toFixed(1)}`]),
  ];
  return `${ms.toFixed(1)} ms${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** Milliseconds in which this thread ran, and in which it waited for a processor, as the system counts them. */
function openSchedule(): { read(): readonly [number, number] | null; close(): void } {
  const buffer = Buffer.alloc(64);
  let file: number | null;
  try {
    file = openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    // The system has no /proc.
    file = null;
  }
  return {
    read() {
      if (file === null) return null;
      const [ran = 0, waited = 0] = buffer
        .toString('latin1', 0, readSync(file, buffer, 0, 64, 0))
        .split(' ')
        .map(Number);
      return [ran / 1e6, waited / 1e6];
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}
