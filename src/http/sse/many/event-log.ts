import { randomBytes } from 'node:crypto';
import type { NumberedPulse } from '../../../feed/pulses/pulses.ts';
import { formatEvent } from '../frames.ts';

/** Kinds of events that a stream of many assets may contain. */
export const STREAM_KINDS = ['quote', 'flow', 'signal', 'resolution', 'gap', 'trade'] as const;
export type StreamKind = (typeof STREAM_KINDS)[number];

type FlowPulse = Pick<NumberedPulse, 'pulse' | 'volume'>;

/** An event before it has its number. */
export type LoggedEvent = {
  readonly asset: string;
} & (
  | {
      readonly kind: Exclude<StreamKind, 'flow'>;
      /** Members that the frame has besides those of every frame. */
      readonly frame: object;
    }
  | {
      readonly kind: 'flow';
      /** Pulse from which each reader makes a frame of its own, because sums begin with its connection. */
      readonly pulse: FlowPulse;
    }
);

export interface LogEntry {
  readonly seq: number;
  /** Monotonic time of the event, ms. */
  readonly at: number;
  /** Name of the topic, see {@link EventLog}. */
  readonly topic: string;
  readonly asset: string;
  readonly kind: StreamKind;
  /** The event as it is sent to a reader that has skipped none before; null: each reader makes its own of `pulse`. */
  readonly text: string | null;
  readonly pulse: FlowPulse | null;
}

export interface EventLogOptions {
  /** Monotonic clock in ms. */
  readonly now: () => number;
  /** Maximum number of bytes of all entries, about. Default 64 MiB. */
  readonly maxBytes?: number;
}

/** Time for which events are kept. */
const KEPT_MS = 300_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of an entry besides its text, about. */
const ENTRY_BYTES = 120;
/** Bytes of the pulse of a flow event, about. */
const PULSE_BYTES = 200;
/** Number of dropped entries from which the array is cut. */
const CUT_AFTER = 4_096;

/**
 * Events of all assets that this process sends to readers of many assets: one sequence, kept for five minutes, at most
 * 64 MiB. Each event belongs to a topic, which is a kind and an asset.
 */
export class EventLog {
  readonly #options: EventLogOptions;
  #run = randomBytes(6).toString('hex');
  /** Dropped entries, which are undefined, and after them the kept ones. */
  #entries: (LogEntry | undefined)[] = [];
  /** Number of entries at the beginning of the array that were dropped. */
  #dropped = 0;
  #bytes = 0;
  #seq = 0;

  constructor(options: EventLogOptions) {
    this.#options = options;
  }

  /** Number of the newest event; 0: none yet. */
  get position(): number {
    return this.#seq;
  }

  /** Number of kept events, and their bytes, about. */
  get size(): { readonly events: number; readonly bytes: number } {
    return { events: this.#entries.length - this.#dropped, bytes: this.#bytes };
  }

  append(topic: string, event: LoggedEvent): LogEntry {
    const now = this.#options.now();
    const seq = ++this.#seq;
    const { asset, kind } = event;
    const isOwn = event.kind === 'flow';
    const entry: LogEntry = {
      seq,
      at: now,
      topic,
      asset,
      kind,
      text: isOwn ? null : formatManyEvent(this.toId(seq), kind, event.frame),
      pulse: isOwn ? event.pulse : null,
    };
    this.#entries.push(entry);
    this.#bytes += countBytes(entry);
    this.#drop(now);
    return entry;
  }

  toId(seq: number): string {
    return `${this.#run}-${seq}`;
  }

  /** Finds the number behind an event id; null: it is not of this run, or events after it were dropped. */
  findPosition(id: string): number | null {
    const [run, number = ''] = id.split('-');
    if (run !== this.#run || !/^\d{1,15}$/.test(number)) return null;
    const seq = Number(number);
    return seq <= this.#seq && this.covers(seq) ? seq : null;
  }

  /** Whether all events after a number are kept. */
  covers(seq: number): boolean {
    this.#drop(this.#options.now());
    return seq >= this.#seq - (this.#entries.length - this.#dropped);
  }

  /** Lists kept events after a number, oldest first, as they are read. */
  *after(seq: number): Generator<LogEntry> {
    const first = this.#entries[this.#dropped]?.seq ?? this.#seq + 1;
    for (let i = this.#dropped + Math.max(0, seq + 1 - first); i < this.#entries.length; i++) {
      yield this.#entries[i]!;
    }
  }

  /** Lists kept events up to a number, newest first. */
  *upTo(seq: number): Generator<LogEntry> {
    const first = this.#entries[this.#dropped]?.seq ?? this.#seq + 1;
    for (let i = this.#dropped + seq - first; i >= this.#dropped; i--) yield this.#entries[i]!;
  }

  /** Begins a new run: events may have been lost, so no earlier id can be resumed from. */
  restart(): void {
    this.#run = randomBytes(6).toString('hex');
    this.#entries = [];
    this.#dropped = 0;
    this.#bytes = 0;
  }

  #drop(now: number): void {
    const { maxBytes = MAX_BYTES } = this.#options;
    for (let oldest = this.#entries[this.#dropped]; oldest !== undefined; ) {
      if (now - oldest.at <= KEPT_MS && this.#bytes <= maxBytes) break;
      this.#bytes -= countBytes(oldest);
      this.#entries[this.#dropped] = undefined;
      oldest = this.#entries[++this.#dropped];
    }
    if (this.#dropped < CUT_AFTER || this.#dropped * 2 < this.#entries.length) return;
    this.#entries = this.#entries.slice(this.#dropped);
    this.#dropped = 0;
  }
}

/** Formats one event: `type` first, then the members of the frame, then those of every frame. */
export function formatManyEvent(
  id: string | null,
  type: StreamKind,
  frame: object,
  { snapshot = false, skipped = 0 } = {},
): string {
  return formatEvent({ id, event: type, data: { type, ...frame, snapshot, skipped } });
}

const NONE_SKIPPED = '0}\n\n';

/** Writes into the text of an event how many events of the same topic its reader has skipped before it. */
export function withSkipped(text: string, skipped: number): string {
  return skipped === 0 ? text : `${text.slice(0, -NONE_SKIPPED.length)}${skipped}}\n\n`;
}

function countBytes({ text }: LogEntry): number {
  return ENTRY_BYTES + (text?.length ?? PULSE_BYTES);
}
