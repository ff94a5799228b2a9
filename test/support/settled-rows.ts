import { epochMs, NO_SETTLING } from '../../src/domain/index.ts';
import type { SettledLine, SettledRow } from '../../src/history/contract/settled.ts';

/** Time at which the markets of these rows close. */
export const SETTLED_AT = epochMs(1_763_700_000_000);

const AT = SETTLED_AT;

/** Builds a verdict on a market of Polymarket. */
export function settledRow(storeKey: string, members: Partial<SettledRow> = {}): SettledRow {
  return {
    venue: 'polymarket',
    storeKey,
    asset: `pm-${storeKey}`,
    source: 'twap60',
    coin: 'btc',
    openAt: AT - 900_000,
    closeAt: AT,
    verdict: 'reproduced',
    reason: null,
    detail: null,
    result: 'yes',
    outcome: 'yes',
    strike: '86513.574462924859113472',
    strikeBy: 'record',
    value: '86514',
    missing: [],
    agrees: { strike: null, value: true },
    settledAt: epochMs(AT + 60_000),
    recordedAt: epochMs(AT + 70_000),
    decidedAt: epochMs(AT + 80_000),
    changedFrom: null,
    rulesHash: null,
    termsHash: '0'.repeat(32),
    ...members,
  };
}

/** Builds the line of a venue about the result of a settled market. */
export function settledLine(storeKey: string, members: Partial<SettledLine> = {}): SettledLine {
  return {
    venue: 'polymarket',
    storeKey,
    asset: `pm-${storeKey}`,
    outcome: 'yes',
    payout: 1,
    settledAt: epochMs(AT + 60_000),
    recordedAt: epochMs(AT + 70_000),
    source: 'polymarket:gamma/markets',
    rulesHash: null,
    terms: { ...NO_SETTLING, source: 'twap60', coin: 'btc', closeAt: AT },
    statedBy: { source: 'resolutionSource' },
    stated: null,
    ...members,
  };
}
