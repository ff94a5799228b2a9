import type { Settling } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import { findPlain, type Said, TermsDraft } from '../settling/terms-draft.ts';
import { findCoin, findStream, findUtcTime } from '../settling/words.ts';
import type { MarketDescription } from './description.ts';
import { findTime } from './times.ts';
import type { LimitlessMarket } from './wire.ts';

/** Reads how a market settles, from its members and the sentences of its description; null when they name no price. */
export function readSettling(market: LimitlessMarket, description: MarketDescription): Settling | null {
  const { metadata } = market;
  const stream = metadata?.chainlinkDataStream ?? null;
  const isOfStream = Boolean(stream?.pair || stream?.streamUrl);
  const isOfCandle = metadata?.chart?.source === 'binance';
  if (!isOfStream && !isOfCandle && !description.namesCandles) return null;

  const { window, price, candle, touch, tolerance, speaksOfTie } = description.sentences;
  const byCandle = candle ?? touch;
  if (!isOfStream && !isOfCandle && byCandle === null) return null;

  const draft = new TermsDraft();
  const sources: Said<'source'>[] = [];
  const coins: Said<'coin'>[] = [];
  if (isOfStream && stream !== null) {
    const named = findStream(stream.streamUrl);
    sources.push([agreesWithStream(stream, named?.source) ? (named?.source ?? null) : null, STREAM]);
    coins.push([findCoin(stream.pair), STREAM]);
    if (named !== null) coins.push([named.coin, STREAM]);
  }
  if (isOfCandle) sources.push(['binance', 'chart']);
  if (byCandle !== null) sources.push(['binance', DESCRIPTION]);
  for (const said of [window, price, byCandle])
    if (said !== null) coins.push([findCoin(said.coin), DESCRIPTION]);
  if (isOfCandle && coins.length === 0) coins.push([findCoin(metadata?.chart?.symbol), 'chart']);
  draft.state('source', ...sources).state('coin', ...coins);

  const isCandle = isOfCandle || byCandle !== null;
  const statistic = touch === null ? 'candle' : 'touch';
  draft.state(
    'statistic',
    isCandle ? [statistic, byCandle === null ? 'chart' : DESCRIPTION] : ['at', STREAM],
  );
  const opens: Said<'openAt'>[] = [[findTime(market.startAt), 'startAt']];
  const closes: Said<'closeAt'>[] = [[findTime(market.expirationTimestamp), 'expirationTimestamp']];
  if (window !== null) {
    opens.push([findUtcTime(window.openClock!, window.openDate!), DESCRIPTION]);
    closes.push([findUtcTime(window.clock!, window.date!), DESCRIPTION]);
  }
  draft.state('openAt', ...opens).state('closeAt', ...closes);

  const isAsked = window !== null || price !== null || candle !== null;
  if (isAsked) {
    draft.state('strikeFrom', ['stated', DESCRIPTION]).state('test', ['above', DESCRIPTION]);
    draft.state('strike', [findPlain(metadata?.openPrice), 'openPrice']);
    if (!speaksOfTie) draft.state('tie', [candle === null ? 'yes' : 'no', DESCRIPTION]);
  }
  if (stream?.toleranceSeconds != null) {
    const said: Said<'toleranceSeconds'>[] = [[findNumber(stream.toleranceSeconds), STREAM]];
    if (tolerance !== null) said.push([Number(tolerance.seconds), DESCRIPTION]);
    draft.state('toleranceSeconds', ...said);
  }
  return draft.finish();
}

const STREAM = 'chainlinkDataStream';
const DESCRIPTION = 'description';

type Stream = NonNullable<NonNullable<LimitlessMarket['metadata']>['chainlinkDataStream']>;

/** Whether the type and window of a stream agree with its address. */
function agreesWithStream({ streamType, twapWindowSeconds: seconds }: Stream, source?: string): boolean {
  if (source === 'chainlink') return streamType == null;
  return streamType === 'twap' && source === `twap${findNumber(seconds)}`;
}
