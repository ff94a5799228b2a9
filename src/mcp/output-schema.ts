import { isJsonObject } from '../domain/index.ts';
import type { OpenApiDocument, OpenApiOperation } from './openapi-document.ts';

/** Shape of a result as assistants see it: names and types. No member is required, and none is forbidden. */
export interface OutputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
}

/**
 * Depth of described members: members with their types, and the names of their members. Deeper ones are visible only in
 * results.
 */
const LEVELS = 2;

/**
 * Members that are not described: they repeat the arguments, occur in all responses, are described by other tools, or
 * have self-explanatory names.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'apiVersion',
  'batchEndpoint',
  'bundleEndpoint',
  'event',
  'fairValueSource',
  'filters',
  'generatedAt',
  'generatedAtMs',
  'market',
  'noMeans',
  'ok',
  'params',
  'references',
  'schema',
  'scope',
  'sides',
  'storeKey',
  'truncated',
  'venueNativeUrl',
  'yesMeans',
]);

/**
 * Describes the response of an operation, two levels deep; the items of a list do not count as a level. Descriptions
 * stay in the API's document, because the list of tools would otherwise be longer than most results.
 */
export function buildOutputSchema(document: OpenApiDocument, { responses }: OpenApiOperation): OutputSchema {
  const schema = responses?.['200']?.content?.['application/json']?.schema;
  // The first of several alternatives is the usual response.
  const [usual] = isJsonObject(schema) && Array.isArray(schema.anyOf) ? schema.anyOf : [schema];
  const shape = usual === undefined ? {} : describe(usual, LEVELS, document.components?.schemas ?? {});
  return { type: 'object', properties: shape.properties ?? {} };
}

interface Shape {
  readonly type?: string | string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

function describe(given: unknown, levels: number, shared: Readonly<Record<string, unknown>>): Shape {
  const { schema, isNullable } = resolve(given, shared);
  const { type, properties, items } = schema;
  if (typeof type !== 'string' && !Array.isArray(type)) return {};
  const types: string[] = [type].flat();
  const all = isNullable && !types.includes('null') ? [...types, 'null'] : types;
  const [only] = all;
  const shape: Shape = { type: all.length === 1 && only !== undefined ? only : all };
  if (levels === 0) return {};
  if (types.includes('array') && items !== undefined)
    return { ...shape, items: describe(items, levels, shared) };
  if (!isJsonObject(properties)) return shape;
  const members = Object.entries(properties)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, member]) => [name, describe(member, levels - 1, shared)]);
  return { ...shape, properties: Object.fromEntries(members) };
}

/** Resolves references. A union of objects becomes one object with the members of all of them. */
function resolve(
  given: unknown,
  shared: Readonly<Record<string, unknown>>,
): { readonly schema: Readonly<Record<string, unknown>>; readonly isNullable: boolean } {
  if (!isJsonObject(given)) return { schema: {}, isNullable: false };
  if (typeof given.$ref === 'string') return resolve(shared[given.$ref.split('/').at(-1) ?? ''], shared);
  if (!Array.isArray(given.anyOf)) return { schema: given, isNullable: false };
  const choices = given.anyOf.filter((choice) => !(isJsonObject(choice) && choice.type === 'null'));
  const resolved = choices.map((choice) => resolve(choice, shared).schema);
  const isNullable = choices.length < given.anyOf.length;
  if (resolved.length === 1) return { schema: resolved[0] ?? {}, isNullable };
  const members = resolved.map(({ properties }) => properties);
  // A union of other types has no common shape.
  if (!members.every(isJsonObject)) return { schema: {}, isNullable: false };
  return { schema: { type: 'object', properties: Object.assign({}, ...members.toReversed()) }, isNullable };
}
