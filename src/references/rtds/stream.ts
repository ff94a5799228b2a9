import { type EpochMs, findJsonObject } from '../../domain/index.ts';
import type { ReferenceSeries, RelayOptions } from '../relay.ts';
import { SocketRelay } from '../socket-relay.ts';
import { findSeries, TOPICS, toValue } from './normalise.ts';
import { rejection, snapshotFrame, snapshotPoint, updateFrame } from './wire.ts';

const PING = { text: 'PING', everyMs: 5_000 };
/** Number of rejections after which a topic is not requested again before a restart. */
const MAX_REJECTIONS = 3;

/** Relay of Polymarket's keyless price socket. It answers most mistakes with silence, and sends no answer to a ping. */
export class RtdsRelay extends SocketRelay {
  readonly #rejections = new Map<string, number>();

  constructor(options: RelayOptions) {
    super('rtds', options, { ping: PING, mayBeGone: true });
  }

  protected override open(): void {
    for (const topic of new Set(this.series.map(toTopic)))
      this.#subscribe(this.series.filter((one) => toTopic(one) === topic));
  }

  override restart(series: ReferenceSeries): void {
    this.#subscribe([series]);
  }

  /**
   * Subscribes to the series of one topic in one message, because an unknown topic silences its whole message. Each
   * symbol needs its own entry, and its filter may contain no spaces.
   */
  #subscribe(series: readonly ReferenceSeries[]): void {
    const subscriptions = series
      .map((one) => ({
        topic: toTopic(one),
        type: 'update',
        filters: JSON.stringify({ symbol: `${one.coin}/usd` }),
      }))
      .filter(({ topic }) => (this.#rejections.get(topic) ?? 0) < MAX_REJECTIONS);
    if (subscriptions.length > 0) this.connection.send({ action: 'subscribe', subscriptions });
  }

  protected override read(text: string, receivedAt: EpochMs): void {
    // The first frame of a connection is empty.
    if (text === '') return;
    const frame = findJsonObject(text);
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
    if (found === null || !this.isWanted(found.series)) return;
    if (found.changed) {
      this.listeners.reportRefusal(found.series, 'sourceChanged');
      return;
    }
    const points = this.intake.readRows(payload.data, snapshotPoint);
    for (const point of points.toSorted((a, b) => a.timestamp - b.timestamp)) {
      const value = toValue(found.series, point, { receivedAt, isSnapshot: true });
      if (value === null) this.listeners.reportRefusal(found.series, 'invalid');
      else this.listeners.say(value);
    }
  }

  #readUpdate(frame: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(updateFrame, frame)) return;
    const { topic, payload } = frame;
    const found = findSeries({ topic, symbol: payload.symbol, window_s: payload.window_s }, false);
    if (found === null || !this.isWanted(found.series)) return;
    const value = found.changed ? null : toValue(found.series, payload, { receivedAt, isSnapshot: false });
    if (value === null) {
      this.listeners.reportRefusal(found.series, found.changed ? 'sourceChanged' : 'invalid');
      return;
    }
    this.connection.noteValue(receivedAt);
    this.listeners.say(value);
  }
}

function toTopic({ source }: ReferenceSeries): string {
  return TOPICS[source as keyof typeof TOPICS].topic;
}
