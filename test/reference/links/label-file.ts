import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Type, { type Static, type TSchema } from 'typebox';
import { type BinaryState, epochMs } from '../../../src/domain/index.ts';
import { LINK_RELATIONS } from '../../../src/links/link.ts';
import { WireSchema } from '../../../src/upstream/client.ts';
import {
  findOutcomeState,
  normaliseOutcomeMeta,
} from '../../../src/venues/hyperliquid/normalise-outcomes.ts';
import { outcomeMeta, outcomeRow, questionRow } from '../../../src/venues/hyperliquid/wire.ts';
import { normaliseMarket as normaliseKalshi } from '../../../src/venues/kalshi/normalise.ts';
import { eventRow, MarketSchema } from '../../../src/venues/kalshi/wire.ts';
import { normaliseMarket as normaliseLimitless } from '../../../src/venues/limitless/normalise.ts';
import { groupRow, marketRow as limitlessMarketRow } from '../../../src/venues/limitless/wire.ts';
import { identify, normaliseMarket as normaliseGamma } from '../../../src/venues/polymarket/normalise.ts';
import { gammaMarket } from '../../../src/venues/polymarket/wire.ts';

const FORMS = ['gamma', 'kalshi', 'limitless', 'outcome'] as const;

/** Labels of a pair by a person: a relation of links, or `none`. */
const LABELS = [...LINK_RELATIONS, 'none'] as const;
export type Label = (typeof LABELS)[number];

const LabelledMarketSchema = Type.Object({
  form: Type.Enum([...FORMS]),
  /** The body as the venue's adapter reads it. */
  raw: Type.Unknown(),
});

const LabelledPairSchema = Type.Object({
  a: Type.String(),
  b: Type.String(),
  label: Type.Enum([...LABELS]),
  category: Type.String(),
  case: Type.String(),
  reason: Type.String(),
});
export type LabelledPair = Static<typeof LabelledPairSchema>;

const LabelFileSchema = new WireSchema(
  'label file',
  Type.Object({
    markets: Type.Record(Type.String(), LabelledMarketSchema),
    pairs: Type.Array(LabelledPairSchema),
  }),
);

/** Pairs of markets with what a person says of them, the markets read by the venues' own adapters. */
export interface LabelFile {
  readonly pairs: readonly LabelledPair[];
  /** Market states by the file's own id. */
  readonly states: ReadonlyMap<string, BinaryState>;
  /** The file's own id of an asset. */
  readonly idByAsset: ReadonlyMap<string, string>;
}

/**
 * Reads a file of labelled pairs: `markets` by id, each a body as a venue sends it, and `pairs` of ids.
 *
 * Every market counts as listed now, regardless of its dates.
 *
 * @throws {Error} when the file or one of its bodies does not fit.
 */
export function readLabelFile(path: string): LabelFile {
  const file = read(LabelFileSchema, JSON.parse(readFileSync(path, 'utf8')));
  const states = new Map<string, BinaryState>();
  const idByAsset = new Map<string, string>();
  for (const [id, { form, raw }] of Object.entries(file.markets)) {
    const state = readState(form, raw);
    if (state === null) throw new Error(`${path}: ${id} is no asset of its venue`);
    states.set(id, { ...state, ticker: { ...state.ticker, status: 'open' } });
    idByAsset.set(state.ref.asset, id);
  }
  for (const { a, b } of file.pairs)
    for (const id of [a, b]) if (!states.has(id)) throw new Error(`${path}: a pair names ${id}`);
  return { pairs: file.pairs, states, idByAsset };
}

/**
 * Whether a pair belongs to the third on which no rule may be written: by a hash of its two ids, so that a file keeps
 * its split as pairs are added to it.
 */
export function isHeldOut({ a, b }: Pick<LabelledPair, 'a' | 'b'>): boolean {
  return createHash('sha256').update([a, b].sort().join(' ')).digest().readUInt32BE(0) % 3 === 0;
}

/** Wire schema of labelled markets, which lack the prices of a venue's list. */
const kalshiMarketRow = new WireSchema('kalshi market of a label', MarketSchema);

/** Current time of the tests, before every date in the bodies, so that no market has ended. */
const NOW = epochMs(0);

function readState(form: (typeof FORMS)[number], raw: unknown): BinaryState | null {
  const parts = raw as Record<string, unknown>;
  switch (form) {
    case 'gamma': {
      const market = read(gammaMarket, raw);
      const identity = identify(market);
      return identity === null ? null : normaliseGamma(market, identity, NOW).state;
    }
    case 'kalshi': {
      const event = parts.event == null ? null : read(eventRow, parts.event);
      return normaliseKalshi(read(kalshiMarketRow, parts.market), event);
    }
    case 'limitless': {
      const group = parts.group == null ? null : read(groupRow, parts.group);
      return normaliseLimitless(read(limitlessMarketRow, parts.market), { group, streamed: null, now: NOW });
    }
    case 'outcome': {
      const body = read(outcomeMeta, parts.outcomeMeta);
      const meta = {
        outcomes: body.outcomes.map((row) => read(outcomeRow, row)),
        questions: body.questions.map((row) => read(questionRow, row)),
      };
      const market = normaliseOutcomeMeta(meta, new Map()).find(({ outcome }) => outcome === parts.outcome);
      return market === undefined ? null : findOutcomeState(market, NO_QUOTE, new Set());
    }
  }
}

function read<Schema extends TSchema>(schema: WireSchema<Schema>, value: unknown): Static<Schema> {
  if (schema.accepts(value)) return value;
  throw new Error(`${schema.name}${schema.findProblem(value)}`);
}

const NO_QUOTE = {
  touch: null,
  isTouchFresh: false,
  mid: null,
  lastPrice: null,
  volume24hUsd: null,
  volumeCounter: null,
  polled: null,
  carried: false,
} as const;
