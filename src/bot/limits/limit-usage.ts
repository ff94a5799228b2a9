import {
  type EpochMs,
  epochMs,
  findStoredAsset,
  MICRO_PER_USD,
  MINUTE_MS,
  type VenueId,
} from '../../domain/index.ts';
import type { BotControl, BotLimits } from '../control/control.ts';
import type { BotOrder } from '../orders/order.ts';
import { findLimitsInForce, type LimitCeilings, type LimitName } from './limits.ts';
import { listOpen, listOpenMarkets, type Risk, type RiskFacts, sumRisk } from './opening-decision.ts';

/** A limit of a bot, and how much of it is used and left, in the unit of its name. */
export interface LimitUsage {
  readonly name: LimitName;
  /** Asset to which the limit applies; null: the limit applies to the whole bot. */
  readonly asset: string | null;
  /** The limit in force: the smaller of the bot's own and the ceiling. */
  readonly limit: number;
  /** Ceiling of the operator; null: none. */
  readonly ceiling: number | null;
  readonly used: number;
  /** Amount that unfinished orders may still use. */
  readonly reserved: number;
  readonly left: number;
  /** Time at which the loss limit was reached, or another limit last refused an order; null: not known, or never. */
  readonly reachedAtMs: EpochMs | null;
}

export interface UsageFacts extends RiskFacts {
  readonly control: BotControl;
  readonly ceilings: LimitCeilings;
  /** Fall of the equity since 00:00 UTC, micro-USD; null: not computed yet. */
  readonly dayLossMicroUsd: number | null;
  /** The newest orders of the bot, newest first. */
  readonly orders: readonly Pick<
    BotOrder,
    'createdAt' | 'source' | 'state' | 'restriction' | 'venue' | 'asset'
  >[];
  readonly now: EpochMs;
}

/** Lists the limits of a bot that are in force, with the used part of each. */
export function listLimitUsage(facts: UsageFacts): LimitUsage[] {
  const { control, ceilings, dayLossMicroUsd, orders, now } = facts;
  const limits = findLimitsInForce(control.config, ceilings);
  const usages: LimitUsage[] = [];
  const add = (
    name: LimitName & keyof BotLimits,
    { used, reserved = 0, asset = null, reachedAtMs = findRefusedAt(orders, name, asset) }: Usage,
  ) => {
    const limit = limits[name];
    if (limit === null) return;
    const ceiling = name in ceilings ? ceilings[name as keyof LimitCeilings] : null;
    usages.push({
      name,
      asset,
      limit,
      ceiling,
      used,
      reserved,
      left: toLeft(limit, used, reserved),
      reachedAtMs,
    });
  };
  add('maxExposureUsd', toUsd(sumRisk(facts)));
  for (const [asset, market] of listAssets(facts)) {
    const isHere = ({ venue, storeKey }: Market) => venue === market.venue && storeKey === market.storeKey;
    add('maxAssetUsd', { ...toUsd(sumRisk(facts, isHere)), asset });
  }
  const open = listOpen(facts.positions).length;
  add('maxOpenPositions', { used: open, reserved: listOpenMarkets(facts).size - open });
  const loss = Math.max(0, dayLossMicroUsd ?? 0) / MICRO_PER_USD;
  add('maxDailyLossUsd', { used: loss, reachedAtMs: control.exitState.stop?.atMs ?? null });
  const placed = orders.filter(
    ({ source, createdAt, state }) =>
      source === 'engine' && createdAt > now - MINUTE_MS && state !== 'rejected',
  );
  add('maxOrdersPerMin', { used: placed.length });
  return usages;
}

type Market = { readonly venue: VenueId; readonly storeKey: string };
interface Usage {
  readonly used: number;
  readonly reserved?: number;
  readonly asset?: string | null;
  readonly reachedAtMs?: EpochMs | null;
}

const toUsd = ({ usedMicroUsd, reservedMicroUsd }: Risk) => ({
  used: usedMicroUsd / MICRO_PER_USD,
  reserved: reservedMicroUsd / MICRO_PER_USD,
});

/** Computes what is left of a limit, rounded to the micro-dollar. */
const toLeft = (limit: number, used: number, reserved: number) =>
  Math.max(0, Math.round((limit - used - reserved) * MICRO_PER_USD) / MICRO_PER_USD);

/** Lists the assets with a position or an unfinished order, by id. */
function listAssets({ positions, pending }: RiskFacts): ReadonlyMap<string, Market> {
  return new Map(
    [...positions, ...pending].flatMap(({ venue, storeKey }) => {
      const asset = findStoredAsset(venue, storeKey)?.asset;
      return asset === undefined ? [] : [[asset, { venue, storeKey }] as const];
    }),
  );
}

function findRefusedAt(orders: UsageFacts['orders'], name: LimitName, asset: string | null): EpochMs | null {
  const refused = orders.find(
    (order) => order.restriction?.limit === name && (asset === null || order.asset === asset),
  );
  return refused === undefined ? null : epochMs(refused.createdAt);
}
