import { findTexts } from './fields.ts';
import {
  findPosition,
  findVersion,
  isPositionId,
  isSameCondition,
  type ProtocolVersion,
} from './protocol.ts';

/** Outcomes and tokens of a market, and which of them is Yes. */
export interface YesAndNo {
  /** Index of the Yes outcome in `outcomes`, `outcomePrices` and the list of ids. */
  readonly yesIndex: 0 | 1;
  readonly outcomes: readonly [yes: string, no: string];
  /** Id of the Yes token as decimal text of up to 78 digits, never a number. For v2 markets it is a position id. */
  readonly yesToken: string;
  readonly noToken: string;
  readonly version: ProtocolVersion;
}

/** Reason why the ids of a market cannot be used. */
export interface IdProblem {
  /** Path of the invalid member. */
  readonly member: string;
  readonly reason: string;
  readonly value: unknown;
  /** Whether the market does not have two outcomes. It is then not a binary, and nothing is wrong with it. */
  readonly isNoBinary?: boolean;
}

/** Members of a Gamma market that name its outcomes and tokens. */
export interface MarketIds {
  readonly version?: unknown;
  readonly outcomes?: unknown;
  readonly clobTokenIds?: unknown;
  readonly positionIds?: unknown;
  readonly conditionId?: string | null;
}

/**
 * Reads the Yes and No tokens of a market, or the reason why they cannot be used. Prices and orders both use it. Yes is
 * the outcome with that name at any position, otherwise (Up/Down, two teams) the first one.
 *
 * The stated version decides which list of ids counts, because both may be present: many v1 markets also have position
 * ids, for which there is no book.
 */
export function readIds(market: MarketIds): YesAndNo | IdProblem {
  const version = findVersion(market.version);
  if (version === null) return refuse('/version', 'the version is not known', market.version);
  const outcomes = findTexts(market.outcomes);
  if (outcomes === null) return refuse('/outcomes', 'the outcomes are not a list', market.outcomes);
  if (outcomes.length !== 2)
    return {
      ...refuse('/outcomes', 'the market does not have two outcomes', market.outcomes),
      isNoBinary: true,
    };
  const [member, stated] =
    version === 'v2'
      ? (['/positionIds', market.positionIds] as const)
      : (['/clobTokenIds', market.clobTokenIds] as const);
  const tokens = findTexts(stated);
  const [firstToken = '', secondToken = ''] = tokens ?? [];
  if (tokens?.length !== 2 || !isDecimal(firstToken) || !isDecimal(secondToken) || firstToken === secondToken)
    return refuse(member, 'the market does not have two ids', stated);
  if (version === 'v2' && !arePaired([firstToken, secondToken], market.conditionId ?? ''))
    return refuse(member, 'the position ids are of other outcomes', stated);

  const [first = '', second = ''] = outcomes;
  const yesIndex = isYes(second) && !isYes(first) ? 1 : 0;
  return {
    yesIndex,
    outcomes: yesIndex === 0 ? [first, second] : [second, first],
    yesToken: yesIndex === 0 ? firstToken : secondToken,
    noToken: yesIndex === 0 ? secondToken : firstToken,
    version,
  };
}

/** Whether an id has the form of its market's version. Orders are signed for the contract of that version. */
export function hasForm(version: ProtocolVersion, token: string): boolean {
  return isPositionId(token) === (version === 'v2');
}

/** Whether two position ids name outcomes 0 and 1 of this market's condition, in this order. */
function arePaired(tokens: readonly [string, string], conditionId: string): boolean {
  const [first, second] = tokens.map(findPosition);
  // Ids of an unknown form can still be read. No order is signed for them.
  if (first == null || second == null) return true;
  const isOwn = !/^0x[0-9a-f]{62,64}$/i.test(conditionId) || isSameCondition(first.conditionId, conditionId);
  return isOwn && first.conditionId === second.conditionId && first.outcome === 0 && second.outcome === 1;
}

function refuse(member: string, reason: string, value: unknown): IdProblem {
  return { member, reason, value };
}

function isDecimal(token: string): boolean {
  return /^\d{1,78}$/.test(token);
}

function isYes(outcome: string): boolean {
  return outcome.trim().toLowerCase() === 'yes';
}
