import { type EpochMs, findJsonObject } from '../../domain/index.ts';
import type { ReferenceSeries, RelayOptions } from '../relay.ts';
import { SocketRelay } from '../socket-relay.ts';
import { CHANNELS, findSeries, toValue } from './normalise.ts';
import { answerFrame, dataFrame, dataPoint, snapshotPayload } from './wire.ts';

/** Credentials of a separate wallet without funds, because such a key may also cancel orders. */
export interface PolyboltCredentials {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

const PING = { text: JSON.stringify({ op: 'ping' }), everyMs: 30_000 };
const REFUSED_CODE = 4001;
/** Minimum interval in ms between two recoveries of lost frames of a channel. */
const RECOVER_EVERY_MS = 5_000;

/** Relay of Polymarket's price socket with credentials. */
export class PolyboltRelay extends SocketRelay {
  readonly #now: () => number;
  readonly #credentials: PolyboltCredentials;
  readonly #seq = new Map<string, number>();
  readonly #recoveredAt = new Map<string, number>();

  constructor(options: RelayOptions & { readonly credentials: PolyboltCredentials }) {
    super('polybolt', options, {
      ping: PING,
      refusal: { codes: [REFUSED_CODE], words: /Unexpected server response: 40[13]/ },
      credentials: 'CROSSTAPE_POLYBOLT_KEY, _SECRET, _PASSPHRASE',
    });
    this.#now = options.now ?? (() => performance.now());
    this.#credentials = options.credentials;
  }

  protected override open(): void {
    this.#authenticate();
  }

  protected override forget(): void {
    this.#seq.clear();
  }

  override restart(series: ReferenceSeries): void {
    this.#subscribe([series]);
  }

  #authenticate(): void {
    this.connection.send({ op: 'auth', rid: 'auth', auth: this.#credentials });
  }

  /** Subscribes to all series in one message, because the venue reads at most 20 messages a second. */
  #subscribe(series: readonly ReferenceSeries[]): void {
    const subscriptions = series.map(({ source, coin }) => {
      const { channel, filter } = CHANNELS[source as keyof typeof CHANNELS];
      return { channel, filter: { symbol: `${coin}usd`, ...filter } };
    });
    this.connection.send({ op: 'subscribe', rid: 'subscribe', subscriptions });
  }

  protected override read(text: string, receivedAt: EpochMs): void {
    const frame = findJsonObject(text);
    if (frame?.op !== undefined) this.#readAnswer(frame);
    else this.#readData(frame, receivedAt);
  }

  #readAnswer(frame: unknown): void {
    if (!this.intake.accepts(answerFrame, frame)) return;
    const { op, code = '' } = frame;
    if (op === 'authed') this.#subscribe(this.series);
    if (op !== 'error') return;
    switch (code) {
      case 'auth_invalid':
        this.connection.noteRefusal(code);
        return;
      case 'auth_expired':
      case 'auth_required':
        this.#authenticate();
        return;
      case 'auth_unavailable':
      case 'auth_attempts':
        this.connection.renew('later');
        return;
      // A refused filter needs no action here. Its series stays silent, which is reported as an anomaly.
      default:
        return;
    }
  }

  #readData(frame: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(dataFrame, frame)) return;
    this.#followSeq(frame.channel, frame.seq, frame.dropped !== undefined && frame.dropped !== false);
    const found = findSeries(frame);
    if (found === null || !this.isWanted(found.series)) return;
    const { series, changed } = found;
    if (changed) {
      this.listeners.reportRefusal(series, 'sourceChanged');
      return;
    }
    if (frame.snapshot === true) {
      if (!this.intake.accepts(snapshotPayload, frame.payload)) return;
      const points = this.intake.readRows(frame.payload.data, dataPoint);
      for (const point of points.toSorted((a, b) => a.timestamp - b.timestamp))
        this.listeners.say(toValue(series, point, { receivedAt, isSnapshot: true }));
    } else if (this.intake.accepts(dataPoint, frame.payload)) {
      this.connection.noteValue(receivedAt);
      this.listeners.say(toValue(series, frame.payload, { receivedAt, isSnapshot: false }));
    }
  }

  /**
   * Follows the numbers of a channel's frames. Lost frames may belong to any symbol of the channel, so all are
   * subscribed to again and their snapshots bring the missing values.
   */
  #followSeq(channel: string, seq: number, isDropped: boolean): void {
    const before = this.#seq.get(channel);
    this.#seq.set(channel, seq);
    if (!isDropped && (before === undefined || seq === before + 1)) return;
    const now = this.#now();
    if (now - (this.#recoveredAt.get(channel) ?? Number.NEGATIVE_INFINITY) < RECOVER_EVERY_MS) return;
    this.#recoveredAt.set(channel, now);
    this.#subscribe(
      this.series.filter(({ source }) => CHANNELS[source as keyof typeof CHANNELS].channel === channel),
    );
  }
}
