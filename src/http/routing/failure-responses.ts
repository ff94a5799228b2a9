import * as s from '../schemas/schema.ts';
import { apiVersionField } from '../shapes/m2m-fields.ts';
import type { Json, JsonObject } from './json.ts';

/** Failure responses of a document. Responses with the same codes are described once. */
export class FailureResponses {
  /** Schema of the members that all failures have. */
  readonly schema: JsonObject;
  readonly #responses = new Map<string, JsonObject>();

  constructor() {
    const { properties, ...failure } = plain(s.failureFields());
    const { [s.COMPONENT]: _name, ...version } = plain(apiVersionField());
    const apiVersion = {
      ...version,
      description: 'Version of the answers under `/api/m2m/`; present there only.',
    };
    this.schema = { ...failure, properties: { ...(properties as JsonObject), apiVersion } };
  }

  get responses(): ReadonlyMap<string, JsonObject> {
    return this.#responses;
  }

  /** Replaces a failure response by a reference. */
  refer(response: JsonObject): JsonObject {
    const codes = listCodes(response);
    const name = codes.map(pascalCase).join('Or');
    this.#responses.set(name, {
      description: response.description as string,
      content: {
        'application/json': {
          schema: {
            allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { error: { enum: codes } } }],
          },
        },
      },
    });
    return { $ref: `#/components/responses/${name}` };
  }
}

function listCodes({ content, description }: JsonObject): string[] {
  const [body] = Object.values((content ?? {}) as JsonObject) as JsonObject[];
  const properties = (body?.schema as JsonObject | undefined)?.properties as JsonObject | undefined;
  const codes = (properties?.error as JsonObject | undefined)?.enum;
  if (!Array.isArray(codes)) throw new Error(`a failure states no codes: ${String(description)}`);
  return codes as string[];
}

function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_match, first: string) => first.toUpperCase());
}

/** Returns a schema as the document shows it, without internal members of the schema library. */
function plain(schema: object): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as { [name: string]: Json };
}
