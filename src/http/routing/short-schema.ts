import { VENUES } from '../../domain/index.ts';
import type { Json, JsonObject } from './json.ts';

/** Shortens a schema without changing the accepted values or the described members. */
export function shortenSchema(schema: JsonObject): JsonObject {
  return shortPerVenue(shortNullable(schema));
}

/** Writes `{"type": ["number", "null"]}` instead of a union of a schema and null. A union with a reference stays. */
function shortNullable(schema: JsonObject): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || rest.type !== undefined) return schema;
  const [value, nothing] = anyOf as readonly JsonObject[];
  if (value === undefined || nothing?.type !== 'null' || typeof value.type !== 'string') return schema;
  const choices = Array.isArray(value.enum) ? { enum: [...(value.enum as readonly Json[]), null] } : {};
  return { ...value, type: [value.type, 'null'], ...choices, ...rest };
}

/** Describes a value that every venue has once, instead of once per venue. */
function shortPerVenue(schema: JsonObject): JsonObject {
  const { properties, ...rest } = schema;
  if (properties === undefined || properties === null || rest.type !== 'object') return schema;
  const members = Object.entries(properties as JsonObject);
  const [first] = members;
  const isPerVenue = members.length === VENUES.length && members.every(([name]) => isVenue(name));
  if (!isPerVenue || first === undefined) return schema;
  const value = JSON.stringify(first[1]);
  if (members.some(([, member]) => JSON.stringify(member) !== value)) return schema;
  return { ...rest, propertyNames: { enum: [...VENUES] }, additionalProperties: first[1] };
}

const isVenue = (name: string): boolean => (VENUES as readonly string[]).includes(name);
