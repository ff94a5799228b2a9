import { type EpochMs, epochMs, findJsonObject } from '../../domain/index.ts';
import { signHeaders } from '../../venues/kalshi/signing.ts';
import type { KalshiKey } from '../../venues/kalshi/ticker-stream.ts';
import type { ReferenceSeries, RelayOptions, RelayRefusal } from '../relay.ts';
import { SocketRelay } from '../socket-relay.ts';
import { QuarterAverage, toIndexId, toPythCoin, toStatedPrice } from './normalise.ts';
import {
  errorMessage,
  indexMessage,
  indexValue,
  kalshiFrame,
  pythMessage,
  subscribedMessage,
} from './wire.ts';

const INDEX_CHANNEL = 'cfbenchmarks_value';
const PYTH_CHANNEL = 'pyth_value';
/**
 * Error codes of a failed channel and of an overflowed buffer. No values arrive until the channel is subscribed to
 * again.
 */
const ENDING_ERRORS: ReadonlySet<number> = new Set([10, 25]);

export interface KalshiRelayOptions extends RelayOptions {
  readonly key: KalshiKey;
  /** Pyth tickers such as `Metal.XAU/USD`. */
  readonly pythTickers: readonly string[];
}

/** Relay of Kalshi's channels for the indices by which its markets settle. */
export class KalshiRelay extends SocketRelay {
  readonly #tickers: readonly string[];
  readonly #coinOf: ReadonlyMap<string, string>;
  readonly #averages: ReadonlyMap<string, QuarterAverage>;
  readonly #sids = new Map<string, number>();
  #commands = 0;

  constructor(options: KalshiRelayOptions) {
    const { url, series, clock, key, userAgent } = options;
    super('kalshi', options, {
      headers: () => ({
        'user-agent': userAgent,
        ...signHeaders(key, { method: 'GET', path: new URL(url).pathname }, clock()),
      }),
      refusal: { codes: [], words: /Unexpected server response: 40[13]/ },
      credentials: 'CROSSTAPE_KALSHI_KEY_ID, _PRIVATE_KEY',
    });
    this.#tickers = options.pythTickers;
    const coins = [...new Set(series.filter(isIndex).map(({ coin }) => coin))];
    this.#coinOf = new Map(coins.map((coin) => [toIndexId(coin), coin]));
    this.#averages = new Map(coins.map((coin) => [coin, new QuarterAverage({ source: 'rti60', coin })]));
  }

  /** Requests the index again on the existing subscription. */
  override restart({ source, coin }: ReferenceSeries): void {
    if (source === 'pyth') {
      const underlying_tickers = this.#tickers.filter((ticker) => toPythCoin(ticker) === coin);
      this.#update(PYTH_CHANNEL, 'subscribe_underlyings', { underlying_tickers });
    } else this.#update(INDEX_CHANNEL, 'subscribe_indices', { index_ids: [toIndexId(coin)] });
  }

  protected override open(): void {
    const index_ids = [...this.#coinOf.keys()];
    if (index_ids.length > 0) this.#command('subscribe', { channels: [INDEX_CHANNEL], index_ids });
    if (this.#tickers.length > 0)
      this.#command('subscribe', { channels: [PYTH_CHANNEL], underlying_tickers: this.#tickers });
  }

  protected override forget(): void {
    this.#sids.clear();
  }

  #update(channel: string, action: string, members: object): void {
    const sid = this.#sids.get(channel);
    if (sid !== undefined) this.#command('update_subscription', { sids: [sid], action, ...members });
  }

  #command(cmd: string, params: object): void {
    this.connection.send({ id: ++this.#commands, cmd, params });
  }

  protected override read(text: string, receivedAt: EpochMs): void {
    const frame = findJsonObject(text);
    if (!this.intake.accepts(kalshiFrame, frame)) return;
    switch (frame.type) {
      case 'subscribed':
        if (subscribedMessage.accepts(frame.msg)) this.#sids.set(frame.msg.channel, frame.msg.sid);
        return;
      case 'error':
        if (errorMessage.accepts(frame.msg) && ENDING_ERRORS.has(frame.msg.code))
          this.connection.renew('later');
        return;
      case INDEX_CHANNEL:
        this.#readIndex(frame.msg, receivedAt);
        return;
      case PYTH_CHANNEL:
        this.#readPyth(frame.msg, receivedAt);
        return;
      default:
        return;
    }
  }

  #readIndex(msg: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(indexMessage, msg)) return;
    const coin = this.#coinOf.get(msg.index_id);
    if (coin === undefined) return;
    const data = findJsonObject(msg.data);
    if (!this.intake.accepts(indexValue, data)) {
      this.#reportRefusal({ source: 'rti', coin }, 'invalid');
      return;
    }
    const average = msg.last_60s_windowed_average_15min ?? null;
    if (data.id !== undefined && data.id.toUpperCase() !== msg.index_id.toUpperCase()) {
      this.#reportRefusal({ source: 'rti', coin }, 'sourceChanged');
      if (average !== null) this.#reportRefusal({ source: 'rti60', coin }, 'sourceChanged');
      return;
    }
    const t = epochMs(data.time);
    this.connection.noteValue(receivedAt);
    if (this.isWanted({ source: 'rti', coin })) {
      const arrival = { count: null, receivedAt, isSnapshot: false };
      this.listeners.say({ source: 'rti', coin, t, ...toStatedPrice(data.value), ...arrival });
    }
    const series = { source: 'rti60', coin };
    if (!this.isWanted(series)) return;
    const reading = this.#averages.get(coin)!.read(t, average, receivedAt);
    if (reading.kind === 'invalid') this.#reportRefusal(series, 'invalid');
    if (reading.kind === 'value') this.listeners.say(reading.value);
  }

  #readPyth(msg: unknown, receivedAt: EpochMs): void {
    if (!this.intake.accepts(pythMessage, msg)) return;
    if (!this.#tickers.includes(msg.underlying_ticker)) return;
    const series = { source: 'pyth', coin: toPythCoin(msg.underlying_ticker) };
    this.connection.noteValue(receivedAt);
    const arrival = { count: null, receivedAt, isSnapshot: false };
    this.listeners.say({
      ...series,
      t: epochMs(msg.source_ts_ms),
      ...toStatedPrice(msg.value_usd),
      ...arrival,
    });
  }

  #reportRefusal(series: ReferenceSeries, why: RelayRefusal): void {
    if (this.isWanted(series)) this.listeners.reportRefusal(series, why);
  }
}

function isIndex({ source }: ReferenceSeries): boolean {
  return source === 'rti' || source === 'rti60';
}
