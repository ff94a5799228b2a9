import { STATED_FLOW_OPTIONS, type StatedFlow, statedFlow } from '../../../../analytics/index.ts';
import { DAY_MS, explainNulls, HOUR_MS, type NullReason, type WhyNull } from '../../../../domain/index.ts';
import type { HistoryReader } from '../../../../history/contract/history-store.ts';
import type { MarketKey } from '../../../../history/contract/series.ts';
import type { TapeReader } from '../../../../history/tape/contract/tape-reader.ts';
import { readFlowTrades } from './flow-trades.ts';
import { readMinutePrices } from './minute-prices.ts';
import { showCoverage } from './shown-coverage.ts';

/** Maximum length of a window, and maximum number of trades in it. */
const MAX_WINDOW_MS = 31 * DAY_MS;
const MAX_TRADES = 1_000_000;

/** Requested window of the flow by stated side, before its records are known. */
export interface StatedInput {
  readonly key: MarketKey;
  /** Requested beginning of the window; null: the first record used. */
  readonly fromMs: number | null;
  readonly toMs: number;
  /** Whether the server has a tape. */
  readonly isRecorded: boolean;
  /** Name of the setting that excludes the asset's trades from recording; null: none. */
  readonly exclusion: string | null;
}

/** The flow by stated side, as the response contains it. */
export interface StatedBlock extends StatedFlow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly unsettled: number;
  readonly blocks: number;
  /** Fraction of the window in which trades were recorded. */
  readonly recordedFrac: number;
}

interface StatedAnswer {
  readonly stated: StatedBlock | null;
  readonly whyNull: WhyNull;
}

/**
 * Computes the flow by the side that the venue stated.
 *
 * @param firstMs Time of the first record used; null: there are no records.
 */
export async function readStatedFlow(
  { history, tape }: { readonly history: HistoryReader; readonly tape: TapeReader },
  { key, fromMs, toMs, exclusion }: StatedInput,
  firstMs: number | null,
): Promise<StatedAnswer> {
  const window = { fromMs: fromMs ?? Math.min(firstMs ?? toMs - HOUR_MS, toMs), toMs };
  if (window.fromMs > toMs) return none('no_trades');
  if (toMs - window.fromMs > MAX_WINDOW_MS) return none('too_many_trades');
  const read = await readFlowTrades(tape, key, window, MAX_TRADES);
  if (read === null) return none('too_many_trades');
  const { trades, unsettled, blocks } = read;
  const coverage = showCoverage(await tape.readTradeCoverage(key, window, 1), exclusion);
  const { state, recordedFrac } = coverage;
  if (trades.t.length + unsettled + blocks === 0) {
    return none(state === 'never' || state === 'off' || state === 'before' ? state : 'no_trades');
  }
  const findPrice = await readMinutePrices(history, key, window);
  const { trades: count, knownShare, ...figures } = statedFlow(trades, window, findPrice);
  const stated = {
    ...window,
    trades: count,
    unsettled,
    blocks,
    recordedFrac,
    knownShare,
    ...figures,
  };
  return { stated, whyNull: explainStated(stated) };
}

function none(reason: NullReason): StatedAnswer {
  return { stated: null, whyNull: { stated: reason } };
}

function explainStated(stated: StatedBlock): WhyNull {
  const { knownShare, impactBars } = stated;
  const { minKnownShare, minImpactBars } = STATED_FLOW_OPTIONS;
  const unknown: NullReason | null =
    knownShare === null ? 'no_trades' : knownShare < minKnownShare ? 'known_share' : null;
  const impact = unknown ?? (impactBars < minImpactBars ? 'too_few_bars' : 'zero_denominator');
  return explainNulls(
    { stated },
    {
      'stated.knownShare': 'no_trades',
      'stated.imbalance': unknown ?? 'zero_denominator',
      'stated.vpin': unknown ?? 'too_few_trades',
      'stated.impactLambda': impact,
      'stated.impactR2': impact,
      'stated.impactLambdaBps': impact,
      'stated.tickRuleAgreement': 'too_few_trades',
    },
    null,
  );
}
