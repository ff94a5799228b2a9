import * as s from '../schemas/schema.ts';
import { FailureResponses } from './failure-responses.ts';
import type { Json, JsonObject } from './json.ts';
import { shortenSchema } from './short-schema.ts';

interface Component {
  readonly shape: string;
  /** The schema as the document shows it, with the annotations of the first place that had a description. */
  schema: JsonObject;
}

/**
 * Moves every schema of an answer that states a name to `components.schemas`, every parameter that does to
 * `components.parameters`, and every kind of failure to `components.responses`. A place keeps what it says
 * differently: description, examples and default are beside its `$ref`. Bodies stay whole where they are:
 * programs make forms and tools of them.
 *
 * @throws {Error} when two different schemas, or two different parameters, have one name.
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

/** A reference in place of a parameter whose schema states a name; any other parameter as it is. */
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
 * An answer is named after its operation: `getHistory` gives `GetHistoryAnswer`, a stream's frame is
 * `StreamAssetFrame`. Its description belongs to the answer; its schema does not repeat it.
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

/** Objects alone get a name of their own: texts need none, and a schema with a name keeps it. */
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

/** Schema without the names of components. */
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
