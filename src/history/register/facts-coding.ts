import { zstdDecompressSync } from 'node:zlib';
import {
  type AssetKind,
  type EpochMs,
  epochMs,
  findStoredAsset,
  type MarketFacts,
  type MarketTerms,
  NO_NAMES,
  NO_SETTLING,
  NO_TERMS,
  nameSidesAlone,
  type SettlingTerms,
  type SideNames,
} from '../../domain/index.ts';
import { ByteReader } from '../coding/byte-reader.ts';
import { HASH_BYTES } from '../contract/rules-hash.ts';
import type { MarketKey } from '../contract/series.ts';
import { FACTS_DICTIONARY_1 } from './dictionaries.ts';

/**
 * Facts of a market as they are stored: JSON, and the bytes of ids, which cannot be compressed, in the order in which
 * the JSON refers to them (docs/formats/history.md, "Market").
 */
export interface CodedFacts {
  readonly json: string;
  readonly ids: Uint8Array;
}

/** Facts without their key, with the hash of the rules. */
export type DecodedFacts = MarketFacts & {
  readonly rulesHash: string | null;
  /** Time of the last change of the settling terms. Absent: they never changed. */
  readonly settlingChangedAt?: EpochMs;
};

/** Layout of earlier versions, which compressed each market by itself. */
const COMPRESSED = 1;
const PLAIN = 2;
/** Maximum length of a text; longer ones are cut, so that a faulty venue cannot fill the disk. */
const MAX_TEXT = 4_096;
const MAX_IDS = 32;
/** Maximum number of bytes of the JSON when all texts have their maximum length. */
export const MAX_JSON_BYTES = 1 << 20;

const YES_NO = ['Yes', 'No'] as const;

/** Stands for an id: the next `bytes` bytes of `ids`, as digits of that base. */
type IdPlace = readonly [base: 10 | 16, bytes: number];

/** Stored facts. Members that are null or follow from the key are left out. */
interface FactsJson {
  readonly asset?: string;
  readonly kind?: AssetKind;
  readonly title: string;
  readonly eventKey?: string;
  readonly event?: string;
  readonly category?: string;
  readonly outcomes?: readonly [string, string] | null;
  /** Names of the sides. Both are absent when they are those that {@link findOwnSides} derives. */
  readonly yesMeans?: string | null;
  readonly noMeans?: string | null;
  readonly terms?: Partial<MarketTerms> | null;
  readonly settling?: Partial<SettlingTerms>;
  readonly statedBy?: Readonly<Record<string, string>>;
  readonly settlingChangedAt?: number;
  readonly closesAt?: number;
  readonly endsAt?: number;
  readonly ids?: Readonly<Record<string, string | IdPlace>>;
  readonly url?: string;
  readonly rules?: IdPlace;
}

/**
 * Encodes the facts of a market.
 *
 * @param changedAt Time of the last change of its settling terms; absent or null: they never changed.
 */
export function encodeFacts(
  facts: MarketFacts,
  rulesHash: Uint8Array | null,
  changedAt?: EpochMs | null,
): CodedFacts {
  const { venue, storeKey, asset, kind, title, outcomes, terms } = facts;
  const expected = findStoredAsset(venue, storeKey);
  const parts: Uint8Array[] = [];
  const ids: Record<string, string | IdPlace> = {};
  for (const [name, id] of Object.entries(facts.nativeIds).slice(0, MAX_IDS)) {
    ids[name] = packId(cut(id), parts);
  }
  const isYesNo = outcomes !== null && outcomes[0] === YES_NO[0] && outcomes[1] === YES_NO[1];
  const json = {
    ...(expected?.asset === asset ? {} : { asset }),
    ...(expected?.kind === kind ? {} : { kind }),
    title: cut(title),
    ...text('eventKey', facts.eventKey),
    ...text('event', facts.event),
    ...text('category', facts.category),
    ...(isYesNo ? {} : { outcomes: outcomes === null ? null : [cut(outcomes[0]), cut(outcomes[1])] }),
    ...encodeSides(facts),
    terms: terms === null ? null : knownMembers(terms),
    ...(facts.settling === null ? {} : { settling: knownMembers(facts.settling) }),
    ...(facts.statedBy === null ? {} : { statedBy: facts.statedBy }),
    ...(changedAt == null ? {} : { settlingChangedAt: changedAt }),
    ...(facts.closesAt === null ? {} : { closesAt: facts.closesAt }),
    ...(facts.endsAt === null ? {} : { endsAt: facts.endsAt }),
    ...(Object.keys(ids).length === 0 ? {} : { ids }),
    ...text('url', facts.url),
    ...(rulesHash === null ? {} : { rules: [16, HASH_BYTES] }),
  };
  if (rulesHash !== null) parts.push(rulesHash);
  return { json: JSON.stringify(json), ids: Buffer.concat(parts) };
}

/** Decodes facts. @throws {RangeError | SyntaxError | TypeError} when the bytes are damaged. */
export function decodeFacts(key: MarketKey, { json, ids }: CodedFacts): DecodedFacts {
  const { venue, storeKey } = key;
  const read = JSON.parse(json) as FactsJson;
  if (typeof read?.title !== 'string') throw new RangeError('the facts have no title');
  const expected = findStoredAsset(venue, storeKey);
  const asset = read.asset ?? expected?.asset;
  const kind = read.kind ?? expected?.kind;
  if (asset === undefined || kind === undefined) throw new RangeError('the facts name no asset');
  const input = new ByteReader(ids);
  const nativeIds: Record<string, string> = {};
  for (const [name, id] of Object.entries(read.ids ?? {})) {
    nativeIds[name] = typeof id === 'string' ? id : unpackId(id, input);
  }
  const named = {
    asset,
    title: read.title,
    event: read.event ?? null,
    outcomes: read.outcomes === undefined ? YES_NO : read.outcomes,
    terms: read.terms === null ? null : { ...NO_TERMS, ...read.terms },
  };
  return {
    ...named,
    venue,
    storeKey,
    kind,
    eventKey: read.eventKey ?? null,
    category: read.category ?? null,
    ...(read.yesMeans === undefined
      ? findOwnSides(named)
      : { yesMeans: read.yesMeans, noMeans: read.noMeans ?? null }),
    settling: read.settling === undefined ? null : { ...NO_SETTLING, ...read.settling },
    statedBy: read.statedBy ?? null,
    ...(read.settlingChangedAt === undefined ? {} : { settlingChangedAt: epochMs(read.settlingChangedAt) }),
    closesAt: read.closesAt === undefined ? null : epochMs(read.closesAt),
    endsAt: read.endsAt === undefined ? null : epochMs(read.endsAt),
    nativeIds,
    url: read.url ?? null,
    rulesHash: read.rules === undefined ? null : Buffer.from(input.bytes(read.rules[1])).toString('hex'),
  };
}

type NamedFacts = Pick<MarketFacts, 'asset' | 'title' | 'event' | 'outcomes' | 'terms'>;

/** Derives the names of the sides from the market alone. Nearly all markets have these, which are then not stored. */
function findOwnSides({ asset, title, event, outcomes, terms }: NamedFacts): SideNames {
  if (outcomes === null || terms === null) return NO_NAMES;
  return nameSidesAlone({ ...terms, asset, title, eventTitle: event, outcomes });
}

function encodeSides(facts: MarketFacts): Partial<SideNames> {
  const own = findOwnSides(facts);
  const { yesMeans, noMeans } = facts;
  if (yesMeans === own.yesMeans && noMeans === own.noMeans) return {};
  return { yesMeans: cutOrNull(yesMeans), noMeans: cutOrNull(noMeans) };
}

/** Encodes one market for a row of its own, without compression: it soon moves into a page, which is compressed. */
export function packFacts({ json, ids }: CodedFacts): Uint8Array {
  const head = Uint8Array.of(PLAIN, ids.length & 255, ids.length >> 8);
  return Buffer.concat([head, ids, Buffer.from(json)]);
}

/** Reads the output of {@link packFacts}, and of earlier versions. @throws {RangeError} when the bytes are damaged. */
export function unpackFacts(data: Uint8Array): CodedFacts {
  const input = new ByteReader(data);
  const layout = input.u8();
  const count = input.u8() + (input.u8() << 8);
  const ids = input.bytes(count);
  const text = input.rest();
  if (layout === PLAIN) return { json: Buffer.from(text).toString(), ids };
  if (layout !== COMPRESSED)
    throw new RangeError(`the facts of the market have the unknown layout ${layout}`);
  const options = { dictionary: FACTS_DICTIONARY_1, maxOutputLength: MAX_JSON_BYTES };
  return { json: zstdDecompressSync(text, options).toString(), ids };
}

function text<Name extends string>(name: Name, value: string | null): { readonly [N in Name]?: string } {
  return value === null ? {} : ({ [name]: cut(value) } as { readonly [N in Name]?: string });
}

/** Cuts a text. Any text survives in JSON, which escapes NUL and unpaired surrogates. */
function cut(value: string): string {
  return value.length <= MAX_TEXT ? value : value.slice(0, MAX_TEXT);
}

function cutOrNull(value: string | null): string | null {
  return value === null ? null : cut(value);
}

function knownMembers<Terms extends object>(terms: Terms): Partial<Terms> {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(terms)) {
    if (value !== null) known[name] = typeof value === 'string' ? cut(value) : value;
  }
  return known as Partial<Terms>;
}

const HEX_ID = /^0x(?:[0-9a-f]{2}){16,64}$/;
const DECIMAL_ID = /^[1-9]\d{37,76}$/;
const MAX_WORD = 2n ** 256n;

/** Stores a long number of a chain as bytes, which take half the space of its digits and cannot be compressed. */
function packId(id: string, parts: Uint8Array[]): string | IdPlace {
  if (HEX_ID.test(id)) {
    parts.push(Buffer.from(id.slice(2), 'hex'));
    return [16, (id.length - 2) / 2];
  }
  if (DECIMAL_ID.test(id) || (id.length === 78 && /^1\d+$/.test(id))) {
    const number = BigInt(id);
    if (number < MAX_WORD) {
      parts.push(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
      return [10, 32];
    }
  }
  return id;
}

function unpackId([base, bytes]: IdPlace, input: ByteReader): string {
  const hex = Buffer.from(input.bytes(bytes)).toString('hex');
  return base === 16 ? `0x${hex}` : BigInt(`0x${hex}`).toString();
}
