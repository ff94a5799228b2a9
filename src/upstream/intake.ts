import type { Static, TSchema } from 'typebox';
import { type Clock, wallClock } from '../domain/index.ts';
import { Slices } from '../scheduling/slices.ts';
import type { KindCounts, RefusedMember, UnknownMember } from './intake-counts.ts';
import { type KnownShape, ShapeReader } from './known-shape.ts';
import { quoteRow, quoteValue, type Refusal } from './refusal.ts';
import type { WireSchema } from './wire-schema.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Maximum number of members that are kept, so that a venue cannot fill the memory. Our schemas have fewer. */
const MAX_MEMBERS = 300;
const MAX_UNKNOWN = 20;
/**
 * Number of rows of a long list that are read between two checks of the clock. They are the longest work between two
 * turns of the event loop.
 */
const ROWS_A_LOOK = 16;
const SLICE_MS = 2;
const MAX_NAME_LENGTH = 60;
/**
 * Interval in ms at which one message of a kind is searched for unknown members, because the search costs more than
 * reading the message.
 */
const SEARCH_EVERY_MS = 30_000;

/**
 * Validates messages of one venue with their schemas, each row separately, and counts what was read and refused by kind
 * and member. Shared by all clients and streams of the venue.
 */
export class Intake {
  readonly #clock: Clock;
  readonly #kinds = new Map<string, Mutable<KindCounts>>();
  readonly #members = new Map<string, Mutable<RefusedMember>>();
  readonly #searchedAt = new Map<string, number>();
  readonly #shapes = new Map<string, ShapeReader>();
  readonly #unknown = new Map<string, Mutable<UnknownMember>>();
  #isThorough = false;
  #refusals = 0;
  #last: string | null = null;

  constructor(clock: Clock = wallClock) {
    this.#clock = clock;
  }

  /** Number of messages and rows that were refused. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Kind, member and reason of the last refusal. null: none. */
  get lastRefusal(): string | null {
    return this.#last;
  }

  /** Registers what each kind of message is known to contain. */
  know(shapes: Readonly<Record<string, KnownShape>>): void {
    for (const [kind, shape] of Object.entries(shapes)) this.#shapes.set(kind, new ShapeReader(shape));
  }

  /**
   * Searches every later message and row for unknown members, for a check of the venue. Otherwise only occasional
   * messages are searched.
   */
  searchAll(): void {
    this.#isThorough = true;
  }

  /** Lists unknown members and words, each with the first body. Empty unless {@link searchAll} was called. */
  listUnknown(): UnknownMember[] {
    return [...this.#unknown.values()].map((unknown) => ({ ...unknown }));
  }

  /** Whether a message matches its schema. A message that does not is counted. */
  accepts<Schema extends TSchema>(wire: WireSchema<Schema>, value: unknown): value is Static<Schema> {
    if (this.#isThorough) this.#search(wire, value, null, false);
    if (wire.accepts(value)) {
      this.#countRead(wire, 1, value, false);
      return true;
    }
    this.count(wire.describeRefusal(value, null));
    return false;
  }

  /**
   * Reads the rows of a list one by one. An invalid row is left out and the others are used.
   *
   * @param nameRow Names a row in evidence. The row is not validated yet. null: its position is used.
   * @param first Position of the first row.
   */
  readRows<Schema extends TSchema>(
    rows: readonly unknown[],
    wire: WireSchema<Schema>,
    nameRow?: (row: unknown, position: number) => string | number | null,
    first = 0,
  ): Static<Schema>[] {
    const read: Static<Schema>[] = [];
    for (const [i, row] of rows.entries()) {
      const position = first + i;
      if (this.#isThorough) this.#search(wire, row, nameRow?.(row, position) ?? position, true);
      if (wire.accepts(row)) read.push(row);
      else this.count(wire.describeRefusal(row, nameRow?.(row, position) ?? position), true);
    }
    if (read.length > 0) this.#countRead(wire, read.length, read[0], true);
    return read;
  }

  /** Reads the rows of a long list, with turns of the event loop in between. */
  async readRowsInSlices<Schema extends TSchema>(
    rows: readonly unknown[],
    wire: WireSchema<Schema>,
    nameRow?: (row: unknown, position: number) => string | number | null,
  ): Promise<Static<Schema>[]> {
    const slices = new Slices({ sliceMs: SLICE_MS });
    const read: Static<Schema>[] = [];
    for (let from = 0; from < rows.length; from += ROWS_A_LOOK) {
      read.push(...this.readRows(rows.slice(from, from + ROWS_A_LOOK), wire, nameRow, from));
      if (slices.isDue()) await slices.pause();
    }
    return read;
  }

  /** Reads the rows of a list whose positions have a meaning. A refused row becomes null. */
  readRowsInPlace<Schema extends TSchema>(
    rows: readonly unknown[],
    wire: WireSchema<Schema>,
    nameRow?: (row: unknown, position: number) => string | number | null,
  ): (Static<Schema> | null)[] {
    let sample: Static<Schema> | null = null;
    let count = 0;
    const read = rows.map((row, position) => {
      if (this.#isThorough) this.#search(wire, row, nameRow?.(row, position) ?? position, true);
      if (wire.accepts(row)) {
        sample ??= row;
        count++;
        return row;
      }
      this.count(wire.describeRefusal(row, nameRow?.(row, position) ?? position), true);
      return null;
    });
    if (count > 0) this.#countRead(wire, count, sample, true);
    return read;
  }

  /** Whether a row of a list matches its schema, for lists that are not read by {@link readRows}. */
  acceptsRow<Schema extends TSchema>(
    wire: WireSchema<Schema>,
    row: unknown,
    name: string | number | null,
  ): row is Static<Schema> {
    if (this.#isThorough) this.#search(wire, row, name, true);
    if (wire.accepts(row)) {
      this.#countRead(wire, 1, row, true);
      return true;
    }
    this.count(wire.describeRefusal(row, name), true);
    return false;
  }

  /**
   * Counts a message or row that was refused for a reason other than its schema, such as two listings of one key or a
   * disputed side.
   */
  count({ kind, member, at, reason }: Refusal, isRow = false): void {
    const now = this.#clock();
    this.#refusals++;
    this.#last = `${kind} ${member}: ${reason}`;
    const counts = this.#getKind(kind, at.endpoint, isRow);
    counts.refused++;
    counts.refusedInRow++;
    counts.refusedSinceMs ??= now;

    const key = `${kind} ${member}`;
    const known = this.#members.get(key);
    if (known !== undefined) {
      known.count++;
      known.lastMs = now;
    } else if (this.#members.size < MAX_MEMBERS) {
      this.#members.set(key, { kind, member, count: 1, sinceMs: now, lastMs: now, at });
    }
  }

  /** Lists the refusals by kind and member, in the order in which they first occurred. */
  listRefused(): RefusedMember[] {
    return [...this.#members.values()].map((member) => ({ ...member }));
  }

  listKinds(): KindCounts[] {
    return [...this.#kinds.values()].map((kind) => ({ ...kind }));
  }

  #countRead(wire: WireSchema<TSchema>, count: number, sample: unknown, isRow: boolean): void {
    const counts = this.#getKind(wire.name, wire.endpoint, isRow);
    const now = this.#clock();
    counts.read += count;
    counts.lastReadMs = now;
    counts.refusedInRow = 0;
    counts.refusedSinceMs = null;
    const shape = this.#shapes.get(wire.name);
    if (shape === undefined) return;
    const searchedAt = this.#searchedAt.get(wire.name);
    if (searchedAt !== undefined && Math.abs(now - searchedAt) < SEARCH_EVERY_MS) return;
    this.#searchedAt.set(wire.name, now);
    const unknown = shape
      .listUnknown(sample)
      .map(({ member, value }) => (value === null ? member : `${member}=${value}`));
    counts.unknownMembers = unknown.slice(0, MAX_UNKNOWN).map((name) => name.slice(0, MAX_NAME_LENGTH));
    counts.unknownSinceMs = counts.unknownMembers.length === 0 ? null : (counts.unknownSinceMs ?? now);
  }

  /** Searches a message for members and words that its kind is not known to contain. */
  #search(wire: WireSchema<TSchema>, message: unknown, row: string | number | null, isRow: boolean): void {
    const parts = this.#shapes.get(wire.name)?.listUnknown(message) ?? [];
    for (const { member, value } of parts) {
      const key = `${wire.name} ${member} ${value ?? ''}`;
      const known = this.#unknown.get(key);
      if (known !== undefined) {
        known.count++;
      } else if (this.#unknown.size < MAX_MEMBERS) {
        const name = member.slice(0, MAX_NAME_LENGTH);
        const at = {
          endpoint: wire.endpoint,
          row: quoteRow(row),
          member: name,
          value: quoteValue((message as Readonly<Record<string, unknown>>)[member]),
        };
        const found = { kind: wire.name, member: name, value: value?.slice(0, MAX_NAME_LENGTH) ?? null };
        this.#unknown.set(key, { ...found, isRow, count: 1, at });
      }
    }
  }

  #getKind(kind: string, endpoint: string, isRow: boolean): Mutable<KindCounts> {
    let counts = this.#kinds.get(kind);
    if (counts === undefined) {
      counts = {
        kind,
        endpoint,
        isRow,
        read: 0,
        refused: 0,
        lastReadMs: null,
        refusedInRow: 0,
        refusedSinceMs: null,
        unknownMembers: [],
        unknownSinceMs: null,
      };
      this.#kinds.set(kind, counts);
    }
    return counts;
  }
}

/** Builds a refusal for a reason that no schema states. */
export function refuse(
  kind: string,
  reason: string,
  at: { endpoint: string; row?: string | number | null; member?: string | null; value?: unknown },
): Refusal {
  const member = at.member ?? '/';
  return {
    kind,
    member,
    reason,
    at: { endpoint: at.endpoint, row: quoteRow(at.row), member, value: quoteValue(at.value) },
  };
}
