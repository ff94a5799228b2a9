import type { WebSocket } from 'ws';
import type { Listener } from '../faults.ts';
import { listHeard } from '../references/relay-view.ts';
import { sendText, toTexts } from '../venue-stream.ts';
import type { VenueView } from '../venue-view.ts';
import type { Emission } from '../world/references/publication.ts';
import {
  METALS,
  REFERENCE_COINS,
  type ReferenceCoin,
  toDecimal,
} from '../world/references/reference-prices.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const QUARTER_HOUR_MS = 900_000;

/** Names that a channel gives to its subjects and actions, and its subjects. */
interface Channel {
  readonly member: string;
  readonly listed: string;
  readonly add: string;
  readonly remove: string;
  readonly list: string;
  readonly coins: ReadonlyMap<string, ReferenceCoin>;
}

const CHANNELS: Readonly<Record<string, Channel>> = {
  cfbenchmarks_value: {
    member: 'index_ids',
    listed: 'cfbenchmarks_value_indexlist',
    add: 'subscribe_indices',
    remove: 'unsubscribe_indices',
    list: 'indexlist',
    coins: new Map(REFERENCE_COINS.map((coin) => [coin.index, coin])),
  },
  pyth_value: {
    member: 'underlying_tickers',
    listed: 'pyth_value_underlying_list',
    add: 'subscribe_underlyings',
    remove: 'unsubscribe_underlyings',
    list: 'underlying_list',
    coins: new Map([
      ...METALS.map((metal): [string, ReferenceCoin] => [`Metal.${metal.id.toUpperCase()}/USD`, metal]),
      ...REFERENCE_COINS.map((coin): [string, ReferenceCoin] => [
        `Crypto.${coin.id.toUpperCase()}/USD`,
        coin,
      ]),
    ]),
  },
};

export const INDEX_CHANNELS = Object.keys(CHANNELS);

/** A subscription to prices that settle markets. It takes names of indices, never of markets. */
export interface IndexSubscription {
  readonly sid: number;
  readonly channel: string;
  /** Names that it listens to, each since it was added. */
  readonly names: Map<string, Listener>;
  seq: number;
}

export function openIndexSubscription(
  sid: number,
  channel: string,
  params: Readonly<Record<string, unknown>>,
  listener: Listener,
): IndexSubscription {
  const names = readNames(CHANNELS[channel]!, params);
  return { sid, channel, names: new Map(names.map((name) => [name, listener])), seq: 0 };
}

/** Carries out an action on a subscription: the answer to it, or null for an action that it does not know. */
export function changeIndexSubscription(
  subscription: IndexSubscription,
  id: unknown,
  params: Readonly<Record<string, unknown>>,
  listener: Listener,
): object | null {
  const { sid, names } = subscription;
  const channel = CHANNELS[subscription.channel]!;
  const { member, listed, add, remove, list } = channel;
  if (params.action === list) {
    const msg = { [member]: [...channel.coins.keys()] };
    return { type: listed, id, sid, seq: ++subscription.seq, msg };
  }
  if (params.action !== add && params.action !== remove) return null;
  for (const name of readNames(channel, params)) {
    if (params.action === add) names.set(name, listener);
    else names.delete(name);
  }
  return { id, type: 'ok', sid, seq: ++subscription.seq, msg: { [member]: [...names.keys()] } };
}

function readNames({ member, coins }: Channel, params: Readonly<Record<string, unknown>>): string[] {
  const names = toTexts(params[member]);
  return names.includes('all') ? [...coins.keys()] : names;
}

/** Sends what was published in a span. Names that do not exist stay silent. */
export function speakIndex(
  view: VenueView,
  ws: WebSocket,
  subscription: IndexSubscription,
  span: readonly [from: number, to: number],
): void {
  const { channel, sid, names } = subscription;
  for (const [name, listener] of names) {
    const coin = CHANNELS[channel]!.coins.get(name);
    if (coin === undefined) continue;
    const messages =
      channel === 'pyth_value'
        ? listPyth(view, name, coin, listener, span)
        : listIndex(view, coin, listener, span);
    for (const msg of messages)
      sendText(ws, JSON.stringify({ type: channel, sid, seq: ++subscription.seq, msg }));
  }
}

function listPyth(
  view: VenueView,
  name: string,
  coin: ReferenceCoin,
  listener: Listener,
  span: readonly [from: number, to: number],
): object[] {
  return listHeard(toRelay(view), 'pyth', coin.id, listener, span).map(({ at, t, value, isMislabelled }) => ({
    underlying_ticker: isMislabelled ? `${name}.OTHER` : name,
    value_usd: toDecimal(value, 8),
    source_ts_ms: t,
    received_at: at,
  }));
}

/** Frames of an index: each second, in the last minute of a quarter of an hour with the average so far. */
function listIndex(
  view: VenueView,
  coin: ReferenceCoin,
  listener: Listener,
  span: readonly [from: number, to: number],
): object[] {
  const relay = toRelay(view);
  const seconds = listHeard(relay, 'rti', coin.id, listener, span);
  const averages = listHeard(relay, 'rti60', coin.id, listener, span);
  const frames = seconds.map((second) => {
    const paired = averages.findIndex(({ at, t }) => at === second.at && t === second.t);
    const average = paired === -1 ? averageSoFar(view, coin, second) : averages.splice(paired, 1)[0]!;
    return { second, average };
  });
  // What is late or corrected comes in a frame of its own, which says the second again.
  for (const average of averages) {
    const quarter = Math.floor(average.t / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
    const value = relay.publication.prices.valueAt('rti', coin.id, quarter);
    frames.push({ second: { ...average, value }, average });
  }
  return frames.map(({ second, average }) => buildIndex(view, coin, second, average));
}

/** The average before it is complete: from the first second of the last minute to the last but one. */
function averageSoFar(view: VenueView, { id }: ReferenceCoin, { at, t }: Emission): Emission | null {
  const seconds = (t % QUARTER_HOUR_MS) / SECOND_MS - (QUARTER_HOUR_MS - MINUTE_MS) / SECOND_MS;
  if (seconds < 1) return null;
  const value = view.world.publication.prices.meanOf('rti', id, t, seconds);
  return { at, t, value, count: seconds, isMislabelled: false };
}

function buildIndex(
  view: VenueView,
  coin: ReferenceCoin,
  second: Emission,
  average: Emission | null,
): object {
  const { at, t, value } = second;
  const isMislabelled = second.isMislabelled || average?.isMislabelled === true;
  const before = view.world.publication.prices.meanOf('rti', coin.id, t - SECOND_MS, 60);
  const index = isMislabelled ? `${coin.index}_OTHER` : coin.index;
  const end = Math.ceil(t / QUARTER_HOUR_MS) * QUARTER_HOUR_MS;
  return {
    index_id: coin.index,
    received_at: at,
    data: JSON.stringify({ type: 'value', id: index, time: t, value: toDecimal(value) }),
    avg_60s_data: {
      value: toDecimal(before, 8),
      window_size: 60,
      window_start_ts_ms: t - MINUTE_MS,
      window_end_ts_exclusive: t,
    },
    ...(average === null
      ? {}
      : {
          last_60s_windowed_average_15min: {
            value: toDecimal(average.value),
            window_size: average.count,
            window_start_ts_ms: end - MINUTE_MS + 1,
            window_end_ts_exclusive: end + 1,
          },
        }),
  };
}

function toRelay(view: VenueView) {
  return { publication: view.world.publication, faults: view.faults, now: () => view.now() };
}
