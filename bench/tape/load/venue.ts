import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { randomNumbers } from '../../store/generated.ts';
import { tokenOf } from '../polled-markets.ts';

/** Options of the venue's process, given as JSON. */
export interface LoadVenueOptions {
  readonly markets: number;
  /** Each change of this number is made and never sent; 0: all are sent. A control. */
  readonly dropEach: number;
  /** Whether prints of No tokens are left out, as a control. */
  readonly yesAlone: boolean;
  /** Frames of changes between two trades. */
  readonly framesATrade: number;
}

/** Commands to the venue's process. `end` writes the sent frames into a file. */
export type LoadCommand =
  | { readonly do: 'send'; readonly perSecond: number; readonly seconds: number }
  | { readonly do: 'end'; readonly file: string };

/** Frames and trades that the venue sent, for the comparison with the record. */
export interface LoadTruth {
  /** Frames of watched markets: by market, times of the venue and hashes of the book after each. */
  readonly books: readonly { readonly market: number; readonly times: number[]; readonly hashes: number[] }[];
  readonly trades: readonly LoadTrade[];
}

/** A trade in terms of Yes: market, number of its transaction, token, price in cents, size in hundredths, side. */
export type LoadTrade = readonly [
  market: number,
  transaction: number,
  token: 'yes' | 'no',
  cents: number,
  hundredths: number,
  side: 'buy' | 'sell',
];

export const CENTS = 100;
const MID = 50;
const CHANGES_A_FRAME = 2;
const NO_SHARE = 0.69;
const WATCHED = 50;
const TURN_MS = 10;

export function transactionOf(number: number): string {
  return `0x${number.toString(16).padStart(64, '0')}`;
}

/** Markets whose every state is kept, from the busiest to the quietest. */
export function listWatched(markets: number): number[] {
  const count = Math.min(WATCHED, markets);
  return Array.from({ length: count }, (_, i) => Math.floor((i * markets) / count));
}

/** Computes the hash of a book: FNV-1a over the sizes in hundredths at 1 to 99 cents, bids and asks together. */
export function hashSizes(sizes: Uint32Array): number {
  let hash = 0x811c9dc5;
  for (const size of sizes) {
    hash = Math.imul(hash ^ (size & 0xffff), 0x01000193);
    hash = Math.imul(hash ^ (size >>> 16), 0x01000193);
  }
  return hash >>> 0;
}

/** Child process: a venue that speaks as Polymarket does, with as many changes a second as it is told. */
class LoadVenue {
  readonly #options: LoadVenueOptions;
  readonly #random = randomNumbers(45);
  /** Sizes in hundredths by cent: below the mid bids, above it asks. */
  readonly #books: Uint32Array[];
  /** Share of changes up to a market: activity falls as one over the rank. */
  readonly #upTo: Float64Array;
  readonly #sockets = new Map<string, WebSocket>();
  readonly #watched: Map<number, { market: number; times: number[]; hashes: number[] }>;
  readonly #trades: LoadTrade[] = [];
  #changes = 0;

  constructor(options: LoadVenueOptions) {
    this.#options = options;
    const { markets } = options;
    this.#books = Array.from({ length: markets }, () =>
      Uint32Array.from({ length: CENTS }, (_, cent) => (cent === 0 || cent === MID ? 0 : this.#drawSize())),
    );
    this.#upTo = new Float64Array(markets);
    let sum = 0;
    for (let i = 0; i < markets; i++) this.#upTo[i] = sum += 1 / (i + 1);
    this.#watched = new Map(
      listWatched(markets).map((market) => [market, { market, times: [], hashes: [] }]),
    );
  }

  async serve(): Promise<number> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/ws/market' });
    await once(server, 'listening');
    server.on('connection', (socket) =>
      socket.on('message', (data) => {
        const text = String(data);
        if (text === 'PING') return socket.send('PONG');
        const { assets_ids: tokens } = JSON.parse(text) as { assets_ids: string[] };
        for (const token of tokens) this.#sockets.set(token, socket);
        socket.send(JSON.stringify(tokens.map((token) => this.#buildBook(token))));
      }),
    );
    return (server.address() as AddressInfo).port;
  }

  /** Sends so many changes a second, evenly in turns of some ms. @returns Changes that were sent. */
  async send(perSecond: number, seconds: number): Promise<number> {
    const startedAt = performance.now();
    let frames = 0;
    for (;;) {
      const passed = Math.min(seconds, (performance.now() - startedAt) / 1_000);
      for (const due = (passed * perSecond) / CHANGES_A_FRAME; frames < due; frames++) {
        const market = this.#drawMarket();
        this.#sendChanges(market);
        if (frames % this.#options.framesATrade === 0) this.#sendTrade(market);
      }
      if (passed === seconds) return frames * CHANGES_A_FRAME;
      await new Promise((next) => setTimeout(next, TURN_MS));
    }
  }

  end(file: string): void {
    const truth: LoadTruth = { books: [...this.#watched.values()], trades: this.#trades };
    writeFileSync(file, JSON.stringify(truth));
  }

  #buildBook(token: string): object {
    const sizes = this.#books[Number(token.slice(1))]!;
    const isNo = token.startsWith('8');
    const list = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => from + i)
        .filter((cent) => sizes[cent]! > 0)
        .map((cent) => ({ price: toPrice(isNo ? CENTS - cent : cent), size: toSize(sizes[cent]!) }));
    const [low, high] = [list(1, MID), list(MID + 1, CENTS)];
    const facts = { market: '0x1', asset_id: token, timestamp: String(Date.now()), hash: 'x' };
    this.#note(Number(token.slice(1)), Number(facts.timestamp));
    return { ...facts, event_type: 'book', bids: isNo ? high : low, asks: isNo ? low : high };
  }

  #sendChanges(market: number): void {
    const sizes = this.#books[market]!;
    const changed: number[] = [];
    const { dropEach } = this.#options;
    for (let i = 0; i < CHANGES_A_FRAME; i++) {
      const isBid = this.#random() < 0.5;
      const away = 1 + Math.floor(this.#random() ** 3 * (MID - 1));
      const cent = isBid ? MID - away : MID + away;
      const size = this.#random() < 0.3 ? 0 : this.#drawSize();
      sizes[cent] = size;
      if (dropEach === 0 || ++this.#changes % dropEach !== 0) changed.push(cent);
    }
    const now = Date.now();
    this.#note(market, now);
    const [bid, ask] = [findBest(sizes, MID - 1, -1), findBest(sizes, MID + 1, 1)];
    const ofYes = { best_bid: toPrice(bid), best_ask: toPrice(ask) };
    const ofNo = { best_bid: toPrice(CENTS - ask), best_ask: toPrice(CENTS - bid) };
    const hash = '0123456789abcdef0123456789abcdef01234567';
    const rows = changed.flatMap((cent) => {
      const size = toSize(sizes[cent]!);
      const isBid = cent < MID;
      return [
        {
          asset_id: tokenOf('yes', market),
          price: toPrice(cent),
          size,
          side: isBid ? 'BUY' : 'SELL',
          hash,
          ...ofYes,
        },
        {
          asset_id: tokenOf('no', market),
          price: toPrice(CENTS - cent),
          size,
          side: isBid ? 'SELL' : 'BUY',
          hash,
          ...ofNo,
        },
      ];
    });
    if (rows.length === 0) return;
    const frame = {
      market: `0x${market}`,
      price_changes: rows,
      timestamp: String(now),
      event_type: 'price_change',
    };
    this.#sockets.get(tokenOf('yes', market))?.send(JSON.stringify(frame));
  }

  #sendTrade(market: number): void {
    const token = this.#random() < NO_SHARE ? 'no' : 'yes';
    const isBuy = this.#random() < 0.5;
    const sizes = this.#books[market]!;
    // A taker pays the ask of Yes or gets its bid, whichever token the trade is in.
    const isBuyOfYes = isBuy === (token === 'yes');
    const best = isBuyOfYes ? findBest(sizes, MID + 1, 1) : findBest(sizes, MID - 1, -1);
    const ofYes = Math.min(CENTS - 1, Math.max(1, best));
    const cents = token === 'yes' ? ofYes : CENTS - ofYes;
    const hundredths = this.#drawSize();
    const number = this.#trades.length;
    this.#trades.push([market, number, token, ofYes, hundredths, isBuyOfYes ? 'buy' : 'sell']);
    if (token === 'no' && this.#options.yesAlone) return;
    this.#sockets.get(tokenOf(token, market))?.send(
      JSON.stringify({
        market: `0x${market}`,
        asset_id: tokenOf(token, market),
        price: toPrice(cents),
        size: toSize(hundredths),
        fee_rate_bps: '0',
        side: isBuy ? 'BUY' : 'SELL',
        timestamp: String(Date.now()),
        event_type: 'last_trade_price',
        transaction_hash: transactionOf(number),
      }),
    );
  }

  #note(market: number, time: number): void {
    const kept = this.#watched.get(market);
    kept?.times.push(time);
    kept?.hashes.push(hashSizes(this.#books[market]!));
  }

  #drawMarket(): number {
    const at = this.#random() * this.#upTo.at(-1)!;
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#upTo[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #drawSize(): number {
    return 100 + Math.floor(this.#random() * 100_000);
  }
}

function findBest(sizes: Uint32Array, from: number, step: 1 | -1): number {
  for (let cent = from; cent > 0 && cent < CENTS; cent += step) if (sizes[cent]! > 0) return cent;
  return step === 1 ? CENTS : 0;
}

function toPrice(cents: number): string {
  return String(cents / CENTS);
}

function toSize(hundredths: number): string {
  return String(hundredths / 100);
}

if (import.meta.main) {
  const venue = new LoadVenue(JSON.parse(process.argv[2]!) as LoadVenueOptions);
  process.on('message', async (command: LoadCommand) => {
    if (command.do === 'send') process.send?.({ sent: await venue.send(command.perSecond, command.seconds) });
    else {
      venue.end(command.file);
      process.send?.({ sent: 0 }, () => process.exit(0));
    }
  });
  process.send?.({ port: await venue.serve() });
}
