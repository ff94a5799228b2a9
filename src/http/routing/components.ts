import * as s from '../schemas/schema.ts';
import { FailureResponses } from './failure-responses.ts';
import type { Json, JsonObject } from './json.ts';
import { shortenSchema } from './short-schema.ts';

interface Component {
  readonly shape: string;
  /** Schema as the document shows it, with the annotations of the first place that has a description. */
  schema: JsonObject;
}

/**
 * Moves named schemas of responses to `components.schemas`, named parameters to `components.parameters`, and every kind
 * of failure to `components.responses`. A place keeps its own description, examples and default beside its `$ref`.
 * Request bodies are not moved, because programs generate forms and tools from them.
 *
 * @throws {Error} when two different schemas, or two different parameters, have the same name.
 */
export function withComponents(document: JsonObject): JsonObject {
  const schemas = new Map<string, Component>();
  const parameters = new Map<string, JsonObject>();
  const failures = new FailureResponses();
  const describe = (operation: JsonObject): JsonObject =>
    mapObject(operation, (member, name) => {
      if (name === 'parameters')
        return (member as JsonObject[]).map((one) => referredParameter(one, parameters));
      if (name !== 'responses') return unnamed(member);
      return mapObject(member as JsonObject, (response, status) =>
        status.startsWith('2')
          ? success(response as JsonObject, operation.operationId, schemas)
          : failures.refer(response as JsonObject),
      );
    });
  const paths = mapObject(document.paths as JsonObject, (methods) =>
    mapObject(methods as JsonObject, (operation) => describe(operation as JsonObject)),
  );
  const named = [...schemas].map(([name, { schema }]) => [name, schema] as const);
  return {
    ...document,
    paths,
    components: {
      ...(document.components as JsonObject),
      schemas: sorted([...named, ['Failure', failures.schema]]),
      parameters: sorted([...parameters]),
      responses: sorted([...failures.responses]),
    },
  };
}

/** Replaces a named parameter by a reference; any other parameter stays as it is. */
function referredParameter(given: JsonObject, found: Map<string, JsonObject>): JsonObject {
  const name = (given.schema as JsonObject)[s.PARAMETER];
  const parameter = unnamed(given.required === false ? without(given, ['required']) : given) as JsonObject;
  if (typeof name !== 'string') return parameter;
  const known = found.get(name) ?? parameter;
  if (JSON.stringify(known) !== JSON.stringify(parameter)) {
    throw new Error(`two parameters are called ${name}`);
  }
  found.set(name, known);
  return { $ref: `#/components/parameters/${name}` };
}

/**
 * Names the schema of a successful response after its operation: `getHistory` gives `GetHistoryAnswer`, the frame of a
 * stream is `StreamAssetFrame`. The description is kept on the response and removed from the schema.
 */
function success(
  response: JsonObject,
  operationId: Json | undefined,
  found: Map<string, Component>,
): JsonObject {
  const named =
    typeof operationId === 'string' && response.content !== undefined
      ? {
          ...response,
          content: mapObject(response.content as JsonObject, nameAnswer(operationId, response.description)),
        }
      : response;
  const shown = hoist(named, found) as JsonObject;
  if (shown.content === undefined) return shown;
  const content = mapObject(shown.content as JsonObject, (body) => {
    const { schema } = body as { readonly schema: JsonObject };
    const isRepeated = schema.description === shown.description;
    return { ...(body as JsonObject), schema: isRepeated ? without(schema, ['description']) : schema };
  });
  return { ...shown, content };
}

/** Names the schema of a body, if it is an object without a name. Texts need no name. */
const nameAnswer =
  (operationId: string, described: Json | undefined) =>
  (body: Json, mediaType: string): Json => {
    const { schema } = body as { readonly schema?: JsonObject };
    if (schema?.properties === undefined || schema[s.COMPONENT] !== undefined) return body;
    const kind = mediaType.startsWith('text/event-stream') ? 'Frame' : 'Answer';
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}${kind}`;
    const shown = schema.description === described ? without(schema, ['description']) : schema;
    return { ...(body as JsonObject), schema: { ...shown, [s.COMPONENT]: name } };
  };

function hoist(value: Json, found: Map<string, Component>): Json {
  if (Array.isArray(value)) return value.map((item) => hoist(item, found));
  if (value === null || typeof value !== 'object') return value;
  const shown = shortenSchema(mapObject(value as JsonObject, (member) => hoist(member, found)));
  const { [s.COMPONENT]: name, ...schema } = shown;
  if (typeof name !== 'string') return shown;

  const shape = JSON.stringify(without(schema, s.ANNOTATIONS));
  const known = found.get(name);
  if (known !== undefined && known.shape !== shape) throw new Error(`two schemas are called ${name}`);
  const component = known ?? { shape, schema };
  found.set(name, component);
  if (component.schema.description === undefined && schema.description !== undefined) {
    component.schema = schema;
  }
  const own = s.ANNOTATIONS.filter(
    (key) =>
      schema[key] !== undefined && JSON.stringify(schema[key]) !== JSON.stringify(component.schema[key]),
  );
  return {
    $ref: `#/components/schemas/${name}`,
    ...Object.fromEntries(own.map((key) => [key, schema[key] as Json])),
  };
}

/** Removes the keywords with component names from a schema. */
function unnamed(value: Json): Json {
  if (Array.isArray(value)) return value.map(unnamed);
  if (value === null || typeof value !== 'object') return value;
  return mapObject(without(value as JsonObject, [s.COMPONENT, s.PARAMETER]), unnamed);
}

function sorted(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function mapObject(object: JsonObject, map: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}
