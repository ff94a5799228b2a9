import { type Static, Type } from 'typebox';
import { isJsonObject } from '../domain/index.ts';
import { Validator } from '../validator.ts';

const JsonSchema = Type.Record(Type.String(), Type.Unknown());

const Parameter = Type.Object({
  name: Type.String(),
  in: Type.String(),
  required: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  schema: JsonSchema,
});

const Body = Type.Object({
  content: Type.Object({
    'application/json': Type.Object({
      schema: Type.Object({
        properties: Type.Record(Type.String(), JsonSchema),
        required: Type.Optional(Type.Array(Type.String())),
      }),
    }),
  }),
});

const Operation = Type.Object({
  operationId: Type.String(),
  summary: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  parameters: Type.Optional(Type.Array(Parameter)),
  requestBody: Type.Optional(Body),
  responses: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        content: Type.Optional(
          Type.Record(Type.String(), Type.Object({ schema: Type.Optional(JsonSchema) })),
        ),
      }),
    ),
  ),
});

const Document = Type.Object({
  info: Type.Object({ version: Type.String() }),
  paths: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown())),
  components: Type.Optional(
    Type.Object({
      parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      schemas: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});

/** Parts of an OpenAPI 3.1 document from which tools are built. */
export type OpenApiDocument = Static<typeof Document>;
export type OpenApiOperation = Static<typeof Operation>;

const document = new Validator(Document);
const operation = new Validator(Operation);

/** Parses an OpenAPI document. @throws {TypeError} when the value is not one. */
export function parseDocument(value: unknown): OpenApiDocument {
  if (document.accepts(value)) return value;
  throw new TypeError('the answer is not an OpenAPI document');
}

/** Finds an operation by its id, with its path and method; null: there is none, or it cannot be parsed. */
export function findOperation(
  { paths, components }: OpenApiDocument,
  operationId: string,
): { readonly method: 'GET' | 'POST'; readonly path: string; readonly operation: OpenApiOperation } | null {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [name, given] of Object.entries(methods)) {
      const value = withParameters(given, components?.parameters ?? {});
      const method = name.toUpperCase();
      if (method !== 'GET' && method !== 'POST') continue;
      if (operation.accepts(value) && value.operationId === operationId)
        return { method, path, operation: value };
    }
  }
  return null;
}

/** Replaces references to shared parameters by the parameters. */
function withParameters(value: unknown, shared: Readonly<Record<string, unknown>>): unknown {
  if (!isJsonObject(value) || !Array.isArray(value.parameters)) return value;
  const parameters = value.parameters.map((parameter: unknown) => {
    if (!isJsonObject(parameter) || typeof parameter.$ref !== 'string') return parameter;
    return shared[parameter.$ref.split('/').at(-1) ?? ''];
  });
  return { ...value, parameters };
}
