import type { EpochMs } from '../../domain/index.ts';
import { Intake } from '../../upstream/intake.ts';
import { parseFrame } from '../frame.ts';
import {
  type ReferenceRelay,
  type ReferenceSeries,
  RelayListeners,
  type RelayOptions,
  type RelayStatus,
} from '../relay.ts';
import { RelayConnection } from '../relay-connection.ts';
import { findSeries, TOPICS, toValue } from './normalise.ts';
import { rejection, snapshotFrame, snapshotPoint, updateFrame } from './wire.ts';

const PING = { text: 'PING', everyMs: 5_000 };
/** A topic that was rejected so often is not asked for again before a restart. */
const MAX_REJECTIONS = 3;

/** Polymarket's keyless socket of prices. It answers most mistakes with silence, and no ping. */
export class RtdsRelay implements ReferenceRelay {
  readonly id = 'rtds';
  readonly series: readonly ReferenceSeries[];
  readonly intake: Intake;
  readonly #connection: RelayConnection;
  readonly #listeners = new RelayListeners();
  readonly #rejections = new Map<string, number>();

  constructor({ url, series, clock, random, now = () => performance.now(), onWarning }: RelayOptions) {
    this.series = series;
    this.intake = new Intake(clock);
    this.#connection = new RelayConnection({
      id: this.id,
      url,
      ping: PING,
      mayBeGone: true,
      onOpen: () => {
        for (const topic of new Set(series.map(toTopic)))
          this.#subscribe(series.filter((one) => toTopic(one) === topic));
      },
      onMessage: (text, receivedAt) => this.#read(text, receivedAt),
      clock,
      random,
      now,
      onWarning,
    });
  }

  start(): void {
    this.#connection.start();
  }

  stop(): void {
    this.#connection.stop();
  }

  onValue(listener: Parameters<ReferenceRelay['onValue']>[0]): () => void {
    return this.#listeners.onValue(listener);
  }

  onRefused(listener: Parameters<ReferenceRelay['onRefused']>[0]): () => void {
    return this.#listeners.onRefused(listener);
  }

  restart(series: ReferenceSeries): void {
    this.#subscribe([series]);
  }

  renew(): void {
    this.#connection.renew();
  }

  check(): void {
    this.#connection.check();
  }

  status(): RelayStatus {
    return this.#connection.status();
  }

  /** Series of one topic in one message: an unknown topic silences all of its message. One entry a symbol, its filter without blanks. */
  #subscribe(series: readonly ReferenceSeries[]): void {
    const subscriptions = series
      .map((one) => ({
        topic: toTopic(one),
        type: 'update',
        filters: JSON.stringify({ symbol: `${one.coin}/usd` }),
      }))
      .filter(({ topic }) => (this.#rejections.get(topic) ?? 0) < MAX_REJECTIONS);
    if (subscriptions.length > 0) this.#connection.send({ action: 'subscribe', subscriptions });
  }

  #read(text: string, receivedAt: EpochMs): void {
    // The first frame of a connection is empty.
    if (text === '') return;
    const frame = parseFrame(text);
    if (rejection.accepts(frame)) this.#noteRejection(frame.body.message);
    else if (frame?.type === 'subscribe') this.#readSnapshot(frame, receivedAt);
    else this.#readUpdate(frame, receivedAt);
  }

  #noteRejection(message: string): void {
    for (const { topic } of Object.values(TOPICS))
      if (message.includes(`topic: ${topic} `))
        this.#rejections.set(topic, (this.#rejections.get(topic) ?? 0) + 1);
  }

  #readSnapshot(frame: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(snapshotFrame, frame)) return;
    const { topic, payload } = frame;
    const found = findSeries({ topic, symbol: payload.symbol, window_s: payload.window_s }, true);
    if (found === null || !this.#isWanted(found.series)) return;
    if (found.changed) {
      this.#listeners.refuse(found.series, 'sourceChanged');
      return;
    }
    const points = this.intake.readRows(payload.data, snapshotPoint);
    for (const point of points.toSorted((a, b) => a.timestamp - b.timestamp)) {
      const value = toValue(found.series, point, { receivedAt, isSnapshot: true });
      if (value === null) this.#listeners.refuse(found.series, 'invalid');
      else this.#listeners.say(value);
    }
  }

  #readUpdate(frame: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(updateFrame, frame)) return;
    const { topic, payload } = frame;
    const found = findSeries({ topic, symbol: payload.symbol, window_s: payload.window_s }, false);
    if (found === null || !this.#isWanted(found.series)) return;
    const value = found.changed ? null : toValue(found.series, payload, { receivedAt, isSnapshot: false });
    if (value === null) {
      this.#listeners.refuse(found.series, found.changed ? 'sourceChanged' : 'invalid');
      return;
    }
    this.#connection.noteValue(receivedAt);
    this.#listeners.say(value);
  }

  #isWanted({ source, coin }: ReferenceSeries): boolean {
    return this.series.some((one) => one.source === source && one.coin === coin);
  }
}

function toTopic({ source }: ReferenceSeries): string {
  return TOPICS[source as keyof typeof TOPICS].topic;
}
