/** Random changes of recorded bodies, as a venue or something between it and us may make them. */

type Json = unknown;
type Random = () => number;

const OTHERS: readonly Json[] = [null, true, '', 'x', 'NaN', '-5', '1e999', -1, 1.5, {}, [], [null]];

/** Numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Changes one list, or one row of it: rows dropped, repeated, exchanged, reversed or cut; members dropped, renamed, or
 * replaced by null, another type or a value outside their domain; lists within a row reversed.
 *
 * @returns What was done, for the message of a failure.
 */
export function mutateRows(rows: Json[], random: Random): string {
  const pick = (count: number) => Math.floor(random() * count);
  const at = pick(rows.length);
  switch (pick(7)) {
    case 0:
      rows.splice(at, 1);
      return `row ${at} dropped`;
    case 1:
      rows.splice(pick(rows.length + 1), 0, structuredClone(rows[at]));
      return `row ${at} repeated`;
    case 2: {
      const other = pick(rows.length);
      [rows[at], rows[other]] = [rows[other], rows[at]];
      return `rows ${at} and ${other} exchanged`;
    }
    case 3:
      rows.reverse();
      return 'rows reversed';
    case 4:
      rows.length = at;
      return `cut after ${at} rows`;
    default:
      return `row ${at}: ${mutateRow(rows, at, random)}`;
  }
}

function mutateRow(rows: Json[], at: number, random: Random): string {
  const pick = (count: number) => Math.floor(random() * count);
  const row = rows[at];
  const names = typeof row === 'object' && row !== null ? Object.keys(row) : [];
  if (names.length === 0 || random() < 0.1) {
    rows[at] = OTHERS[pick(OTHERS.length)];
    return `is ${JSON.stringify(rows[at])}`;
  }
  const members = row as Record<string, Json>;
  const name = names[pick(names.length)] ?? '';
  const value = members[name];
  switch (pick(4)) {
    case 0:
      delete members[name];
      return `${name} dropped`;
    case 1:
      delete members[name];
      members[`${name}2`] = value;
      return `${name} renamed`;
    case 2: {
      const turned = reverse(value);
      if (turned === undefined) break;
      members[name] = turned;
      return `${name} reversed`;
    }
  }
  members[name] = OTHERS[pick(OTHERS.length)];
  return `${name} is ${JSON.stringify(members[name])}`;
}

/** Reverses a list, or a text that holds one; undefined for anything else. */
function reverse(value: Json): Json {
  if (Array.isArray(value)) return value.toReversed();
  if (typeof value !== 'string' || !value.startsWith('[')) return undefined;
  return JSON.stringify((JSON.parse(value) as Json[]).toReversed());
}
