import { isJsonObject, type JsonObject } from '../../domain/index.ts';
import { type ReadAmount, readDecimal } from '../deposits/amounts.ts';
import { isOwner } from '../ledger/chart.ts';
import { MalformedEventError } from './provider-event.ts';

const MAX_ID_LENGTH = 255;
const PRINTABLE = /^[\x20-\x7e]+$/;

/** @throws {MalformedEventError} when the member is no object. */
export function requireObject(parent: JsonObject, name: string): JsonObject {
  const value = parent[name];
  if (!isJsonObject(value)) throw new MalformedEventError(name, 'an object');
  return value;
}

/** @throws {MalformedEventError} when the member is no text. */
export function requireText(parent: JsonObject, name: string): string {
  const value = parent[name];
  if (typeof value !== 'string' || value === '') throw new MalformedEventError(name, 'a text');
  return value;
}

/** Whether a value is a usable id: printable text, not too long. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ID_LENGTH && PRINTABLE.test(value);
}

/** @throws {MalformedEventError} when the member is no short printable text. */
export function requireId(parent: JsonObject, name: string): string {
  const value = parent[name];
  if (!isId(value)) throw new MalformedEventError(name, `1 to ${MAX_ID_LENGTH} printable characters`);
  return value;
}

/** An id, or the object that has it; null when there is none. */
export function findId(parent: JsonObject, name: string): string | null {
  const value = parent[name];
  const id = isJsonObject(value) ? value.id : value;
  return isId(id) ? id : null;
}

/** Reads a decimal text. @throws {MalformedEventError} when the member is no decimal. */
export function requireDecimal(parent: JsonObject, name: string): ReadAmount {
  const value = parent[name];
  const amount = typeof value === 'string' ? readDecimal(value) : null;
  if (amount === null) throw new MalformedEventError(name, 'a decimal number as text');
  return amount;
}

const OWNER_MEMBERS = ['crosstape_owner', 'hypo_owner'] as const;

/** The owner that the metadata of `parent` name. null: none, two different ones, or one that cannot be. */
export function findNamedOwner({ metadata }: JsonObject): string | null {
  if (!isJsonObject(metadata)) return null;
  const named = new Set(OWNER_MEMBERS.map((name) => metadata[name]).filter((one) => one !== undefined));
  const [owner] = named;
  return named.size === 1 && isOwner(owner) ? owner : null;
}
