/** Generation of the venue's position tokens and contracts. */
export type ProtocolVersion = 'v1' | 'v2';

/** Query parameters that request both versions, in lists and look-ups. Without them Gamma answers with v1 only. */
export const BOTH_VERSIONS: readonly [string, string][] = [
  ['version', 'v1'],
  ['version', 'v2'],
];

/** A position of protocol v2, decoded from its id. */
export interface ProtocolPosition {
  /** Id of a condition: 0x and 62 hex digits. */
  readonly conditionId: string;
  /** Index of the outcome. */
  readonly outcome: 0 | 1;
}

const WORD_HEX = 64;
const UINT256_END = 1n << 256n;
/** Bits 40 to 103. They are zero in every position id, and in no recorded token id of v1. */
const RESERVED = ((1n << 64n) - 1n) << 40n;
/** Numbers of the known modules: binary, neg risk, combination. */
const MODULES: ReadonlySet<number> = new Set([1, 2, 3]);

/** Reads the `version` of a market or an event; v1 when it is absent, null when it is unknown. */
export function findVersion(stated: unknown): ProtocolVersion | null {
  if (stated === undefined || stated === null || stated === 'v1') return 'v1';
  return stated === 'v2' ? 'v2' : null;
}

/** Whether an id has the form of a position of protocol v2. The version itself is stated by the market. */
export function isPositionId(token: string): boolean {
  if (!/^\d{1,78}$/.test(token)) return false;
  const id = BigInt(token);
  return id < UINT256_END && (id & RESERVED) === 0n;
}

/** Decodes condition and outcome of a position id; null for an id of another form. */
export function findPosition(token: string): ProtocolPosition | null {
  if (!isPositionId(token)) return null;
  const hex = BigInt(token).toString(16).padStart(WORD_HEX, '0');
  const outcome = Number.parseInt(hex.slice(-2), 16);
  if (!MODULES.has(Number.parseInt(hex.slice(0, 2), 16)) || (outcome !== 0 && outcome !== 1)) return null;
  return { conditionId: `0x${hex.slice(0, -2)}`, outcome };
}

/** Converts a condition id to the CLOB's form: ids of v2 (31 bytes) are padded with a zero byte to 32. */
export function toClobConditionId(conditionId: string): string {
  return /^0x[0-9a-f]{62}$/i.test(conditionId) ? `${conditionId}00` : conditionId;
}

/** Whether two ids, padded or not, are the same condition. */
export function isSameCondition(one: string, two: string): boolean {
  return toClobConditionId(one).toLowerCase() === toClobConditionId(two).toLowerCase();
}
