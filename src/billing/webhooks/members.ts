import { isJsonObject, type JsonObject } from '../../domain/index.ts';
import { type ReadAmount, readDecimal } from '../deposits/amounts.ts';
import { isOwner } from '../ledger/chart.ts';
import { MalformedEventError } from './provider-event.ts';

const MAX_ID_LENGTH = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** Reads a member that must be an object. @throws {MalformedEventError} when it is not. */
export function requireObject(parent: JsonObject, name: string): JsonObject {
  const value = parent[name];
  if (!isJsonObject(value)) throw new MalformedEventError(name, 'an object');
  return value;
}

/** Reads a member that must be a text. @throws {MalformedEventError} when it is not. */
export function requireText(parent: JsonObject, name: string): string {
  const value = parent[name];
  if (typeof value !== 'string' || value === '') throw new MalformedEventError(name, 'a text');
  return value;
}

/** Whether a value can be an id: a short text of printable characters. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && PRINTABLE.test(value);
}

/** Reads a member that must be an id. @throws {MalformedEventError} when it is no short printable text. */
export function requireId(parent: JsonObject, name: string): string {
  const value = parent[name];
  if (!isId(value)) throw new MalformedEventError(name, `1 to ${MAX_ID_LENGTH} printable characters`);
  return value;
}

/** Finds an id in a member that is the id or an object with the id; null: there is none. */
export function findId(parent: JsonObject, name: string): string | null {
  const value = parent[name];
  const id = isJsonObject(value) ? value.id : value;
  return isId(id) ? id : null;
}

/** Reads a member that must be a decimal text. @throws {MalformedEventError} when it is not. */
export function requireDecimal(parent: JsonObject, name: string): ReadAmount {
  const value = parent[name];
  const amount = typeof value === 'string' ? readDecimal(value) : null;
  if (amount === null) throw new MalformedEventError(name, 'a decimal number as text');
  return amount;
}

const OWNER_MEMBERS = ['crosstape_owner', 'hypo_owner'] as const;

/** Finds the owner that the metadata of `parent` name; null: no owner, two different ones, or an invalid name. */
export function findNamedOwner({ metadata }: JsonObject): string | null {
  if (!isJsonObject(metadata)) return null;
  const named = new Set(OWNER_MEMBERS.map((name) => metadata[name]).filter((one) => one !== undefined));
  const [owner] = named;
  return named.size === 1 && isOwner(owner) ? owner : null;
}
