import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VenueId } from '../../src/domain/index.ts';

/**
 * Function of one checkout that reads the rows of a poll through their schema, turns each into a state, and returns
 * their number.
 */
export type Normalise = (rows: readonly Row[]) => number;
export type Row = Readonly<Record<string, unknown>>;

const FIXTURES = path.resolve(import.meta.dirname, '../../src/venues');
const NOW = Date.UTC(2026, 6, 20);

/** Rows of each venue: recorded ones, repeated under other names. Both checkouts get the same. */
export function buildRows(venue: VenueId, count: number): Row[] {
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(FIXTURES, venue, 'fixtures', name), 'utf8'));
  const repeat = (rows: readonly Row[], member: string) =>
    Array.from({ length: count }, (_, i) => {
      const row = rows[i % rows.length]!;
      return structuredClone({ ...row, [member]: `${String(row[member])}-${i}` });
    });
  switch (venue) {
    case 'kalshi':
      return repeat(
        ['market-one', 'market-no-ask', 'market-no-bid', 'market-wide'].map((name) => {
          const body = read(`${name}.json`) as Row;
          return (body.market ?? body) as Row;
        }),
        'ticker',
      );
    case 'limitless':
      return repeat(
        (read('markets-active-rows.json') as Row[]).filter((row) => !Array.isArray(row.markets)),
        'slug',
      );
    case 'polymarket':
      return repeat(read('gamma-markets-open.json') as Row[], 'slug').map((row, i) => ({
        ...row,
        id: String(i),
      }));
    case 'hyperliquid': {
      const [{ universe }, contexts] = read('metaAndAssetCtxs-main.json') as [{ universe: Row[] }, Row[]];
      // Real coins are some hundreds.
      const coins = Array.from({ length: count }, (_, i) => i % universe.length);
      return coins.map((at, i) => ({
        meta: { ...universe[at]!, name: `C${i}` },
        context: structuredClone(contexts[at]),
      }));
    }
  }
}

interface Wire {
  accepts(value: unknown): boolean;
}
type Module = Readonly<Record<string, never>>;

/** Loads the modules of a checkout that read a poll. Those of before rows were counted one by one have no intake. */
export async function loadNormalise(root: string, venue: VenueId): Promise<Normalise> {
  const load = async <Shape = Module>(file: string) =>
    (await import(pathToFileURL(path.join(root, 'src', file)).href)) as Shape;
  const intakeFile = 'upstream/intake.ts';
  const Intake = existsSync(path.join(root, 'src', intakeFile))
    ? (await load<{ Intake: new () => Reader }>(intakeFile)).Intake
    : null;
  const intake = Intake === null ? null : new Intake();
  const readRows = (rows: readonly unknown[], wire: Wire) =>
    intake === null ? rows.filter((row) => wire.accepts(row)) : intake.readRows(rows, wire);
  const wire = await load<Readonly<Record<string, Wire>>>(`venues/${venue}/wire.ts`);
  type States = Readonly<Record<string, (...values: unknown[]) => never>>;
  const get = (name: string) => wire[name]!;
  if (venue === 'hyperliquid') {
    const { normalisePerps } = await load<States>('venues/hyperliquid/normalise-perps.ts');
    const facts = { fromRest: true, findVolumeCounter: () => null };
    const pairs = existsSync(path.join(root, 'src/venues/hyperliquid/pairs.ts'))
      ? await load<States>('venues/hyperliquid/pairs.ts')
      : null;
    const splits = new Map<readonly Row[], ReturnType<typeof split>>();
    return (rows) => {
      const { universe, contexts, mids } = splits.get(rows) ?? split(rows);
      splits.set(rows, { universe, contexts, mids });
      if (intake === null || pairs === null) {
        if (!get('metaAndAssetCtxs').accepts([{ universe }, contexts])) throw new Error('refused');
        return count(normalisePerps?.(universe, contexts, facts));
      }
      const metas = intake.readRowsInPlace(universe, get('perpMeta'));
      const read = intake.readRowsInPlace(contexts, get('perpContext'));
      const mispaired = pairs.findMispaired?.(metas, read, mids);
      return count(normalisePerps?.(metas, read, { ...facts, mispaired }));
    };
  }
  const { normaliseMarket, identify } = await load<States>(`venues/${venue}/normalise.ts`);
  const toState = normaliseMarket as NonNullable<typeof normaliseMarket>;
  switch (venue) {
    case 'kalshi':
      return (rows) => readRows(rows, get('marketRow')).map((row) => toState(row, null, { now: NOW })).length;
    case 'limitless': {
      const context = { group: null, streamed: null, now: NOW };
      const book = wire.bookMarketRow ?? get('marketRow');
      const pool = wire.poolMarketRow ?? book;
      return (rows) =>
        rows.flatMap((row) => {
          const schema = row.tradeType === 'amm' ? pool : book;
          const fits = intake === null ? schema.accepts(row) : intake.acceptsRow(schema, row, null);
          return fits ? [toState(row, context)] : [];
        }).length;
    }
    case 'polymarket':
      return (rows) =>
        readRows(rows, get('gammaMarket')).flatMap((row) => {
          const identity = identify?.(row) ?? null;
          return identity === null ? [] : [toState(row, identity, NOW)];
        }).length;
  }
}

interface Reader {
  readRows(rows: readonly unknown[], wire: Wire): unknown[];
  readRowsInPlace(rows: readonly unknown[], wire: Wire): unknown[];
  acceptsRow(wire: Wire, row: unknown, name: string | null): boolean;
}

/**
 * Splits the rows into the two lists of the venue's answer, and the mids of the same coins, which come with another
 * answer.
 */
function split(rows: readonly Row[]) {
  return {
    universe: rows.map(({ meta }) => meta),
    contexts: rows.map(({ context }) => context),
    mids: new Map(rows.map(({ meta, context }) => [nameCoin(meta), readMark(context)])),
  };
}

const count = (states: readonly unknown[] | undefined) => states?.length ?? 0;
const nameCoin = (meta: unknown) => (meta as { readonly name: string }).name;
const readMark = (context: unknown) => Number((context as { readonly markPx: string }).markPx);
