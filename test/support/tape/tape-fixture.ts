import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TableColumn } from '../../../src/history/formats/table.ts';
import { openCsvWriter } from '../../../src/history/formats/text-table.ts';
import { CHANGE_KINDS } from '../../../src/history/tape/contract/tape-reader.ts';
import type { NumberedMarket, TakenTrade } from '../../../src/history/tape/contract/tape-writer.ts';
import { SqliteTapeReader } from '../../../src/history/tape/sqlite/sqlite-tape-reader.ts';
import { SqliteTapeWriter } from '../../../src/history/tape/sqlite/sqlite-tape-writer.ts';
import { seededRandom } from '../random.ts';
import { type Event, toFrames } from './frame-columns.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 29);
const MARKETS = 5;
const HASH = `0x${'7c'.repeat(32)}`;
const SIDES = ['bid', 'ask', null];

function toMarket(number: number): NumberedMarket {
  const storeKey = `märket-${number}`;
  const asset = `pm-${storeKey}`;
  return { number, venue: 'polymarket', storeKey, asset, sendsChanges: true, isBinary: true };
}

/** A day from midnight to midnight, with the minute before it and the one after it. */
export const WHOLE_DAY = { steps: 1_442, stepMs: 60_000 };
const TWELVE_MINUTES = { steps: 500, stepMs: 1_500 };
/** Step at whose end a market goes over to samples. */
const CLASS_STEP = 200;

/**
 * Writes a tape of two days that begins a minute before midnight, and beside it what a reader of its second file must print:
 * `books.csv` and `trades.csv`.
 *
 * @param span Its steps, of up to eleven events each. Default: 12 minutes.
 * @returns Path of the second file.
 */
export async function writeTapeFixture(folder: string, { steps, stepMs } = TWELVE_MINUTES): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const random = seededRandom(11);
  const whole = (max: number) => Math.floor(random() * max);
  const price = () => Number((0.2 + whole(600) / 1_000).toFixed(3));
  const size = () => Number((0.000_000_1 + random() * 10 ** whole(5)).toFixed(whole(7) + 1)) || 1;
  const writer = new SqliteTapeWriter({ dataDir: folder, store: '5a'.repeat(16), nowMs: MIDNIGHT - 60_000 });
  writer.nameMarkets(Array.from({ length: MARKETS }, (_, i) => toMarket(i + 1)));
  const draw = (t: number): Event => {
    const market = 1 + whole(MARKETS);
    const venueTime = market === 3 ? {} : { venueTime: t - whole(400) };
    const kind = random();
    if (kind < 0.03) return { kind: 'break', market, t, reason: 'connection' };
    if (kind < 0.2) {
      const side = () => Array.from({ length: whole(5) }, () => [price(), size()] as const);
      return { kind: 'whole', market, t, bids: side(), asks: side(), ...venueTime };
    }
    const changes = Array.from(
      { length: 1 + whole(3) },
      () => [whole(2), price(), random() < 0.3 ? 0 : size()] as const,
    );
    return { kind: 'change', market, t, changes, ...venueTime };
  };
  for (let step = 0; step < steps; step++) {
    const nowMs = MIDNIGHT - 60_000 + step * stepMs;
    const times = Array.from({ length: whole(12) }, () => nowMs + whole(stepMs)).sort((a, b) => a - b);
    writer.addFrames(toFrames(times.map(draw)));
    writer.addTrades(
      times.filter(() => random() < 0.3).map((t, i) => drawTrade(t, { random, price, size, i })),
    );
    if (step === CLASS_STEP) writer.setClass(2, 60_000, nowMs + stepMs - 1);
    if (step % 4 === 0) writer.flush(nowMs + stepMs - 1);
  }
  writer.setUnsettled({ market: 1, id: `${HASH}:yes:2`, t: MIDNIGHT + 1 }, MIDNIGHT + 700_000);
  writer.setChecked(1, MIDNIGHT + 300_000);
  writer.stop(MIDNIGHT - 60_000 + steps * stepMs + 10_000);
  await writeExpected(folder);
  return path.join(folder, 'tape', '2026-11-29.sqlite');
}

interface Draws {
  readonly random: () => number;
  readonly price: () => number;
  readonly size: () => number;
  readonly i: number;
}

function drawTrade(t: number, { random, price, size, i }: Draws): TakenTrade {
  const ids = [
    null,
    `${HASH}:yes:${i + 2}`,
    HASH,
    '123e4567-e89b-12d3-a456-426614174000',
    `${t - 5}:12`,
    'ü, "x"',
  ];
  const market = 1 + Math.floor(random() * MARKETS);
  return {
    market,
    t,
    venueTime: random() < 0.2 ? null : t - 5,
    receivedAt: t + 90,
    price: price(),
    size: size(),
    side: ([null, 'buy', 'sell'] as const)[Math.floor(random() * 3)]!,
    isBlock: random() < 0.1,
    source: (['stream', 'poll', 'backfill'] as const)[Math.floor(random() * 3)]!,
    id: ids[Math.floor(random() * ids.length)]!,
  };
}

/** Rows of the tables of the tree, as the reader of the service gives them. */
async function writeExpected(folder: string): Promise<void> {
  const reader = new SqliteTapeReader(folder);
  const window = { fromMs: MIDNIGHT, toMs: MIDNIGHT + DAY_MS - 1 };
  const books: (readonly (string | number | null)[])[] = [];
  const trades: (readonly (string | number | null)[])[] = [];
  for (const market of await reader.listMarkets('2026-11-29')) {
    const { columns } = await reader.readChanges(market, { ...window, limit: Number.MAX_SAFE_INTEGER });
    for (let i = 0; i < columns.length; i++) {
      const kind = CHANGE_KINDS[columns.kind[i]!];
      if (kind === 'break') continue;
      const [t, venueT, side] = [columns.t[i]!, columns.venueT[i]!, SIDES[columns.side[i]!]!];
      books.push([
        market.asset,
        t,
        venueT,
        kind === 'whole' ? 1 : 0,
        side,
        columns.price[i]!,
        columns.size[i]!,
      ]);
    }
    const page = await reader.readTrades(market, { ...window, limit: 1_000_000, order: 'oldest' });
    for (const one of page.trades) {
      const source = one.side === null ? null : 'venue';
      const settled = one.settled === null ? null : Number(one.settled);
      const facts = [one.side, source, one.id, settled, one.source, Number(one.isBlock)];
      trades.push([market.asset, one.t, one.venueTime, one.price, one.size, ...facts]);
    }
  }
  await reader.close();
  await writeCsv(path.join(folder, 'books.csv'), 'asset,t,venueT,isSnapshot,side,price,size', books);
  const names = 'asset,t,venueT,price,size,side,sideSource,id,settled,source,isBlock';
  await writeCsv(path.join(folder, 'trades.csv'), names, trades);
}

async function writeCsv(
  file: string,
  names: string,
  rows: readonly (readonly (string | number | null)[])[],
): Promise<void> {
  const isNumber = ['t', 'venueT', 'price', 'size', 'isSnapshot', 'settled', 'isBlock'];
  const columns = names.split(',');
  const described = columns.map((name): TableColumn => {
    const type = isNumber.includes(name) ? 'number' : 'text';
    return { name, type, unit: null, nullWhen: null };
  });
  const csv = openCsvWriter(described);
  const values = columns.map((name, i) =>
    isNumber.includes(name)
      ? Float64Array.from(rows, (row) => Number(row[i] ?? Number.NaN))
      : rows.map((row) => (row[i] === null ? null : String(row[i]))),
  );
  const body = await csv.encodeRows({ length: rows.length, columns: values });
  writeFileSync(file, Buffer.concat([body, await csv.end()]));
}
