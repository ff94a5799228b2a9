import { FLOW_START, type FlowState } from '../../../analytics/index.ts';
import { type FlowFrame, joinFlow, stepFlow } from '../flow-frames.ts';
import { formatResync } from '../frames.ts';
import type { StreamHub } from '../stream-hub.ts';
import { MAX_BUFFERED_BYTES, type StreamReader } from '../stream-reader.ts';
import { type EventLog, formatManyEvent, type LogEntry, type StreamKind, withSkipped } from './event-log.ts';

export interface LogReaderOptions {
  readonly reader: StreamReader;
  readonly hub: StreamHub;
  readonly log: EventLog;
  /** Topics that the reader wants. */
  readonly topics: ReadonlySet<string>;
  /** Number of assets of those topics. */
  readonly assets: number;
  /** Shortest time between two events of one topic, ms; null: all are sent. */
  readonly intervalMs: number | null;
  /** Whether each event is a write of its own, at once. */
  readonly isRaw: boolean;
  /** Time for `sentAt` of events that are made for this reader. */
  readonly clock: () => number;
  /** Called when the log has dropped events after the number, which the reader was still to receive. */
  readonly onLost: (seq: number) => void;
}

/** Number of waiting bytes above which a reader keeps the newest event of each topic. */
export const FULL_BYTES = 256 * 1024;
/** Number of events of the log that are looked through in one turn for a reader that catches up. */
const CATCH_UP_EVENTS = 5_000;

/** Bytes of an event of the order flow that is made for its reader, about. */
const FLOW_BYTES = 400;

/** Number of waiting bytes at which a raw reader, which cannot skip events, is ended. */
const MAX_RAW_BYTES = MAX_BUFFERED_BYTES;

/** Kinds whose events are facts of their own: a slow rhythm delays them, and only a full reader skips any. */
const FACTS: ReadonlySet<StreamKind> = new Set(['resolution', 'gap', 'trade']);

/** An event that is to be sent to one reader. */
interface Outgoing {
  readonly entry: LogEntry;
  /** Frame of the reader's own; null: the text of the entry is sent. */
  readonly flow: FlowFrame | null;
  /** Number of older events of the topic that the reader does not receive. */
  readonly skipped: number;
}

/**
 * Queue of the events that one reader of many assets has not received. Events of one turn are joined into one write.
 * They leave in the order of the log, so that the id of the last received event tells which events are missing.
 */
export class LogReader {
  readonly #options: LogReaderOptions;
  /** State of the order flow of each asset. */
  #flows: Map<string, FlowState> = new Map();
  #pending: Outgoing[] = [];
  /** Newest events of the topics, in the order of the log, while they wait for room or for their time. */
  readonly #held = new Map<string, Outgoing>();
  /** Number of the event after which the reader catches up from the log; null: it has, or has not begun. */
  #behind: number | null = null;
  #hasBegun = false;
  #isSendingRaw = false;
  #sentAt = Number.NEGATIVE_INFINITY;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /** Number of assets that the reader follows. */
  get assets(): number {
    return this.#options.assets;
  }

  /**
   * Begins after an event of the log.
   *
   * @param flows State of the order flow of each asset at that event.
   * @param now Monotonic time in ms.
   */
  begin(seq: number, flows: Map<string, FlowState>, now: number): void {
    this.#hasBegun = true;
    this.#behind = seq;
    this.#flows = flows;
    this.turn(now);
  }

  /** Gives the reader the newest event of the log, which is of one of its topics. */
  offer(entry: LogEntry): void {
    // One that catches up finds the event in the log.
    if (!this.#hasBegun || this.#behind !== null) return;
    this.#add(entry);
    if (this.#options.isRaw) this.#sendRaw();
  }

  /** Sends what is due. Called every 50 ms. @param now Monotonic time in ms. */
  turn(now: number): void {
    const { reader, intervalMs, isRaw } = this.#options;
    if (!this.#hasBegun || !reader.isOpen) return;
    const isFull = reader.waitingBytes > FULL_BYTES;
    if (this.#behind !== null && !isFull) this.#catchUp(this.#behind);
    if (isRaw) {
      this.#sendRaw();
      return;
    }
    const isEarly = intervalMs !== null && now - this.#sentAt < intervalMs;
    if (isFull || intervalMs !== null || this.#held.size > 0) this.#hold(isFull);
    if (isFull || isEarly || this.#pending.length + this.#held.size === 0) return;
    this.#sentAt = now;
    this.#send();
  }

  #catchUp(behind: number): void {
    const { log, topics, onLost } = this.#options;
    if (!log.covers(behind)) {
      this.#hasBegun = false;
      this.#behind = null;
      // Older than the snapshots that follow.
      this.#pending = [];
      this.#held.clear();
      onLost(behind);
      return;
    }
    let seq = behind;
    let left = CATCH_UP_EVENTS;
    let bytes = 0;
    for (const entry of log.after(behind)) {
      if (left-- === 0 || bytes > FULL_BYTES) break;
      seq = entry.seq;
      if (!topics.has(entry.topic)) continue;
      this.#add(entry);
      bytes += entry.text?.length ?? FLOW_BYTES;
    }
    this.#behind = seq === log.position ? null : seq;
  }

  #add(entry: LogEntry): void {
    if (entry.pulse === null) {
      this.#pending.push({ entry, flow: null, skipped: 0 });
      return;
    }
    const before = this.#flows.get(entry.asset) ?? FLOW_START;
    const { state, frame } = stepFlow(before, entry.pulse);
    this.#flows.set(entry.asset, state);
    if (frame !== null) this.#pending.push({ entry, flow: frame, skipped: 0 });
  }

  /** Keeps the newest pending event of each topic. */
  #hold(isFull: boolean): void {
    for (const event of this.#pending) {
      const { topic, kind, seq } = event.entry;
      const key = FACTS.has(kind) && !isFull ? `${topic} ${seq}` : topic;
      const older = this.#held.get(key);
      // Set anew, so that the map stays in the order of the log.
      this.#held.delete(key);
      this.#held.set(key, older === undefined ? event : join(older, event));
    }
    this.#pending = [];
  }

  #send(): void {
    const { hub, reader } = this.#options;
    const events = this.#held.size > 0 ? [...this.#held.values()] : this.#pending;
    this.#held.clear();
    this.#pending = [];
    let text = '';
    for (const event of events) text += this.#format(event);
    hub.write(reader, text);
  }

  #sendRaw(): void {
    if (this.#isSendingRaw || this.#pending.length === 0) return;
    this.#isSendingRaw = true;
    this.#options.hub.slices.run(this.#sendEach());
  }

  *#sendEach(): Generator<void> {
    const { hub, reader, log } = this.#options;
    try {
      for (let event = this.#pending.shift(); event !== undefined; event = this.#pending.shift()) {
        const text = this.#format(event);
        if (reader.waitingBytes + text.length > MAX_RAW_BYTES) {
          // Without an id: the reader comes back to the last event that arrived.
          reader.end(formatResync(log.toId(event.entry.seq - 1)));
          return;
        }
        hub.write(reader, text);
        yield;
      }
    } finally {
      this.#isSendingRaw = false;
    }
  }

  #format({ entry, flow, skipped }: Outgoing): string {
    if (flow === null) return withSkipped(entry.text ?? '', skipped);
    const { log, clock } = this.#options;
    const frame = { asset: entry.asset, ...flow, sentAt: clock() };
    return formatManyEvent(log.toId(entry.seq), entry.kind, frame, { skipped });
  }
}

function join(older: Outgoing, newer: Outgoing): Outgoing {
  const flow = older.flow === null || newer.flow === null ? newer.flow : joinFlow(older.flow, newer.flow);
  return { entry: newer.entry, flow, skipped: older.skipped + 1 };
}
