import type { AssetRef } from '../../../domain/index.ts';
import type { EventLog, LoggedEvent, StreamKind } from './event-log.ts';
import type { LogReader } from './log-reader.ts';

/** A source of the events of one kind. */
export interface EventSource {
  /**
   * Hears the events of an asset, as long as they are logged. Returns a function that ends this.
   *
   * @param log Adds an event to the log.
   */
  hear(ref: AssetRef, log: (event: LoggedEvent) => void): () => void;
  /**
   * Has the asset refreshed, as long as it has readers. Returns a function that ends this.
   *
   * @param readers The readers, also those of later.
   */
  want(ref: AssetRef, readers: ReadonlySet<LogReader>): () => void;
}

/** Names of the sources: kinds of events, and prices and order flow without conflation. */
export type SourceName = StreamKind | 'rawQuote' | 'rawFlow';

/** Events of an asset from one source. */
export interface TopicName {
  readonly source: SourceName;
  readonly ref: AssetRef;
}

interface Topic {
  readonly readers: Set<LogReader>;
  /** Number of the log's newest event when the topic began: later events of the topic are all in the log. */
  readonly since: number;
  readonly stop: () => void;
  unwant: (() => void) | null;
  forget: NodeJS.Timeout | null;
}

/** Time for which the events of a topic without readers are logged, for readers that come back. */
const REMEMBERED_MS = 300_000;

export const formatTopic = ({ source, ref }: TopicName) => `${source} ${ref.asset}`;

/** Topics with readers, or with readers a short time ago. Their events are logged and given to the readers. */
export class LogTopics {
  readonly #log: EventLog;
  readonly #sources: Readonly<Partial<Record<SourceName, EventSource>>>;
  readonly #topics = new Map<string, Topic>();

  constructor(log: EventLog, sources: Readonly<Partial<Record<SourceName, EventSource>>>) {
    this.#log = log;
    this.#sources = sources;
  }

  /** Whether all events of a topic after a number of the log were logged. */
  covers(topic: string, seq: number): boolean {
    const known = this.#topics.get(topic);
    return known !== undefined && known.since <= seq;
  }

  /** Adds a reader. Returns a function that removes it. */
  join(name: TopicName, reader: LogReader): () => void {
    const key = formatTopic(name);
    const topic = this.#topics.get(key) ?? this.#begin(key, name);
    if (topic.forget !== null) clearTimeout(topic.forget);
    topic.forget = null;
    topic.readers.add(reader);
    topic.unwant ??= this.#find(name.source).want(name.ref, topic.readers);
    return () => this.#leave(key, topic, reader);
  }

  close(): void {
    for (const topic of this.#topics.values()) end(topic);
    this.#topics.clear();
  }

  #begin(key: string, { source, ref }: TopicName): Topic {
    const readers = new Set<LogReader>();
    const stop = this.#find(source).hear(ref, (event) => {
      const entry = this.#log.append(key, event);
      for (const reader of readers) reader.offer(entry);
    });
    const topic = { readers, since: this.#log.position, stop, unwant: null, forget: null };
    this.#topics.set(key, topic);
    return topic;
  }

  #find(name: SourceName): EventSource {
    const source = this.#sources[name];
    if (source === undefined) throw new RangeError(`this process has no source of ${name}`);
    return source;
  }

  #leave(key: string, topic: Topic, reader: LogReader): void {
    if (!topic.readers.delete(reader) || topic.readers.size > 0) return;
    topic.unwant?.();
    topic.unwant = null;
    topic.forget = setTimeout(() => {
      end(topic);
      this.#topics.delete(key);
    }, REMEMBERED_MS).unref();
  }
}

function end({ stop, unwant, forget }: Topic): void {
  if (forget !== null) clearTimeout(forget);
  unwant?.();
  stop();
}
