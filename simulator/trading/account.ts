import type { SimMarket } from './sim-market.ts';

/** Millionths: of a dollar, a coin or a share. */
export type Units = number;
export const UNIT = 1_000_000;

export interface SimPosition {
  readonly market: SimMarket;
  /** Coins, negative when short. */
  coins: Units;
  /** The average price at which the coins were opened. */
  entryPrice: number;
  yes: Units;
  no: Units;
}

/** Something that happened to an account without an order of it. */
export interface SimEvent {
  readonly id: number;
  readonly kind: 'liquidation' | 'settlement';
  readonly t: number;
  readonly market: SimMarket;
  /** Coins or shares that were taken away; coins negative for a short position. */
  readonly coins: Units;
  readonly yes: Units;
  readonly no: Units;
  /** Price of the coins, or the payout of a Yes share. */
  readonly price: number;
}

/** The account of one user at one venue. */
export class SimAccount {
  readonly id: string;
  cash: Units;
  readonly positions = new Map<string, SimPosition>();
  /** Oldest first. */
  readonly events: SimEvent[] = [];

  constructor(id: string, usd: number) {
    this.id = id;
    this.cash = Math.round(usd * UNIT);
  }

  position(market: SimMarket): SimPosition {
    const found = this.positions.get(market.name);
    if (found !== undefined) return found;
    const opened: SimPosition = { market, coins: 0, entryPrice: 0, yes: 0, no: 0 };
    this.positions.set(market.name, opened);
    return opened;
  }

  /** Free shares of a leg. */
  shares(market: SimMarket, leg: 'yes' | 'no'): Units {
    return this.positions.get(market.name)?.[leg] ?? 0;
  }

  /** Moves shares of a leg and the dollars for them. */
  tradeShares(market: SimMarket, leg: 'yes' | 'no', shares: Units, dollars: Units): void {
    this.position(market)[leg] += shares;
    this.cash -= dollars;
  }

  /** Nets pairs of Yes and No, each worth a dollar: venues that net by themselves pay them at once. */
  netPairs(market: SimMarket): void {
    const position = this.position(market);
    const pairs = Math.min(position.yes, position.no);
    position.yes -= pairs;
    position.no -= pairs;
    this.cash += pairs;
  }

  /** Changes a perpetual position; the closed part realises its gain. @param coins Negative to sell. */
  tradeCoins(market: SimMarket, coins: Units, price: number): void {
    const position = this.position(market);
    const isClosing = position.coins !== 0 && Math.sign(coins) !== Math.sign(position.coins);
    const closed = isClosing ? Math.min(Math.abs(coins), Math.abs(position.coins)) : 0;
    this.cash += Math.round(closed * (price - position.entryPrice) * Math.sign(position.coins));
    const opened = Math.abs(coins) - closed;
    const left = position.coins + coins;
    if (opened > 0) {
      const kept = isClosing ? 0 : Math.abs(position.coins);
      position.entryPrice = (kept * position.entryPrice + opened * price) / (kept + opened);
    }
    position.coins = left;
    if (left === 0) position.entryPrice = 0;
  }

  /** Equity of the account at these prices, and the margin that its open perpetuals use. */
  margin(getPrice: (market: SimMarket) => number): { readonly equity: Units; readonly used: Units } {
    let equity = this.cash;
    let used = 0;
    for (const { market, coins, entryPrice } of this.positions.values()) {
      if (coins === 0) continue;
      const price = getPrice(market);
      equity += Math.round(coins * (price - entryPrice));
      used += Math.round((Math.abs(coins) * price) / market.maxLeverage);
    }
    return { equity, used };
  }

  /** Takes the whole position in a perpetual away, at a price. */
  liquidate(market: SimMarket, price: number, t: number): void {
    const { coins } = this.position(market);
    if (coins === 0) return;
    this.tradeCoins(market, -coins, price);
    this.#note({ kind: 'liquidation', t, market, coins, yes: 0, no: 0, price });
  }

  /** Pays out settled positions. @param keepsShares Shares stay until they are redeemed, as on a chain. */
  settle(t: number, keepsShares: boolean): void {
    for (const [name, position] of this.positions) {
      const { market, yes, no } = position;
      const payout = market.payout(t);
      if (payout === null || keepsShares) continue;
      this.cash += payout === 1 ? yes : no;
      if (yes !== 0 || no !== 0) {
        this.#note({ kind: 'settlement', t, market, coins: 0, yes, no, price: payout });
      }
      this.positions.delete(name);
    }
  }

  /** Pays out the shares of a settled market that stayed in the account. */
  redeem(market: SimMarket, t: number): void {
    const payout = market.payout(t);
    const position = this.positions.get(market.name);
    if (payout === null || position === undefined) return;
    this.cash += payout === 1 ? position.yes : position.no;
    this.positions.delete(market.name);
  }

  #note(event: Omit<SimEvent, 'id'>): void {
    this.events.push({ ...event, id: 500_000_000 + this.events.length });
  }
}
