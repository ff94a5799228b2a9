import { type MarketTerms, NO_TERMS } from '../../domain/index.ts';
import { findNumber } from '../numbers.ts';
import type { LimitlessMarket } from './wire.ts';

/**
 * Reads the terms of a market from its metadata and the words of its rules; a term that they do not state is null.
 *
 * @param rules Rules as plain text.
 */
export function readTerms(market: LimitlessMarket, rules: string | null): MarketTerms {
  const { metadata, title } = market;
  const strike = findNumber(metadata?.openPrice);
  const isMirror = metadata?.externalProvider === 'polymarket' && Boolean(metadata.externalSlug);
  return {
    ...NO_TERMS,
    direction: strike !== null && /\bup or down\b/i.test(title) ? 'above' : null,
    strike,
    isStrikeIncluded: strike === null ? null : findStrikeIncluded(rules ?? ''),
    underlying: findUnderlying(market),
    settlementSource: findSource(market),
    mirrorOf: isMirror ? { venue: 'polymarket', key: metadata?.externalSlug as string } : null,
  };
}

/** Matches `will resolve to "Up" if …`, up to the end of the sentence or to the condition of the other side. */
const CONDITION =
  /\bresolves? (?:immediately )?to ["“'](?:up|yes)["”']? if ([\s\S]*?)(?:\botherwise\b|["”']?\.(?:\s|$)|$)/i;
const INCLUSIVE =
  /\b(?:greater|higher|more|lower|less) than or equal\b|\bequal(?:s)? to or (?:greater|higher|above|more)\b|\bat or (?:above|below)\b|\bat least\b|\bno(?:t)? (?:lower|less) than\b|≥|>=/i;
const STRICT = /\b(?:greater|higher|more|lower|less) than\b|\babove\b|\bbelow\b|\bexceeds?\b|\bover\b/i;

/**
 * Finds whether a price equal to the strike counts as Up, from the comparison in the rules. Markets of minutes say
 * "greater than or equal to", those of hours and days "lower than". null when the text does not say, or is cut off
 * earlier.
 */
export function findStrikeIncluded(rules: string): boolean | null {
  const condition = CONDITION.exec(rules)?.[1] ?? '';
  if (INCLUSIVE.test(condition)) return true;
  return STRICT.test(condition) ? false : null;
}

/** Finds the coin, also where the venue names the quoted pair: `BTCUSDT`. */
function findUnderlying({ metadata, priceOracleMetadata }: LimitlessMarket): string | null {
  const name = priceOracleMetadata?.ticker || metadata?.chart?.symbol || metadata?.chainlinkDataStream?.pair;
  return name?.replace(/(?<=.)[-/_]?USD[TC]?$/i, '') || null;
}

/**
 * Finds the source: `binance spot BTCUSDT`, or the address of a Chainlink stream. The label of a feed is not a source.
 */
function findSource({ metadata, priceOracleMetadata }: LimitlessMarket): string | null {
  const chart = metadata?.chart;
  if (chart?.source && chart.symbol)
    return [chart.source, chart.market, chart.symbol].filter(Boolean).join(' ');
  const stream = priceOracleMetadata?.chainlinkStreamUrl || metadata?.chainlinkDataStream?.streamUrl;
  if (stream) return stream;
  const source = chart?.source || priceOracleMetadata?.chartSource;
  const symbol = chart?.symbol || priceOracleMetadata?.chainlinkPair || priceOracleMetadata?.ticker;
  return source ? [source, symbol].filter(Boolean).join(' ') : null;
}
