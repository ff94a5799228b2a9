import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { TLocalizedValidationError } from 'typebox/error';
import {
  DAY_MS,
  HOUR_MS,
  isPlainText,
  isVenueId,
  MINUTE_MS,
  readTimeText,
  SECOND_MS,
} from '../../domain/index.ts';
import { Validator } from '../../validator.ts';
import { type ApiError, refuseParameter } from '../responses/errors.ts';
import * as s from '../schemas/schema.ts';

/** Members of a parameter's schema that the reader below supports. */
interface ParameterSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: ParameterSchema;
  readonly default?: unknown;
  /** Whether the parameter is a time: ISO 8601 is accepted too, and numbers in seconds are rejected. */
  readonly 'x-epoch-ms'?: boolean;
  /** Value to which larger numbers are reduced. `maximum` rejects them instead. */
  readonly 'x-cap'?: number;
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required?: readonly string[];
}

/** The problem with a text that databases cannot store unchanged. */
export const NOT_PLAIN = 'must hold no NUL character and no half of a surrogate pair';

const WHOLE = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
// A map rather than an object, which would also have a value for `constructor`.
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/**
 * Validates path and query parameters by one rule. A number above `x-cap` is reduced to it. A parameter is rejected
 * with 400 and its name if it is below a minimum, above a maximum, of the wrong type, repeated, not plain, or required
 * and absent. Unknown query parameters are ignored. Bodies are checked strictly, without any conversion.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart, url }) => {
  if (httpPart === 'body') return bodyValidator(schema);
  const { properties, required = [] } = schema as unknown as ObjectSchema;
  for (const [name, parameter] of Object.entries(properties)) requireKnown(parameter, `${url} ${name}`);
  const readers = Object.entries(properties).map(([name, parameter]) => ({
    // Names of header fields arrive in lower case.
    key: httpPart === 'headers' ? name.toLowerCase() : name,
    name,
    parameter,
    pattern: parameter.pattern === undefined ? null : new RegExp(parameter.pattern),
    isRequired: required.includes(name),
  }));
  return (given: Record<string, unknown> | null) => {
    const value: Record<string, unknown> = httpPart === 'headers' ? { ...given } : {};
    for (const { key, name, parameter, pattern, isRequired } of readers) {
      const text = given?.[key];
      if (text === undefined) {
        if (isRequired) return refusal(name, 'is required');
        if (parameter.default !== undefined) value[name] = parameter.default;
        continue;
      }
      if (typeof text !== 'string') return refusal(name, 'must be given once');
      if (!isPlainText(text)) return refusal(name, NOT_PLAIN);
      const read = readValue(text, parameter, pattern, findUnitMs(name));
      if ('problem' in read) return refusal(name, read.problem);
      value[name] = read.value;
    }
    return { value };
  };
};

/** Schema members that do not restrict the accepted values. */
const ANNOTATIONS = ['type', 'description', 'examples', 'default', 'x-positional', s.COMPONENT, s.PARAMETER];
const LIMITS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'x-cap'];
/** Keywords that the readers below implement, by type. */
const KEYWORDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['integer', [...LIMITS, 'x-epoch-ms']],
  ['number', LIMITS],
  ['boolean', []],
  ['array', ['items', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['enum', 'const', 'pattern', 'minLength', 'maxLength']],
]);

/**
 * Requires that every keyword of a schema is implemented, so that no limit is silently ignored. @throws {Error} at the
 * start otherwise.
 */
function requireKnown(schema: ParameterSchema, where: string): void {
  const known = KEYWORDS.get(schema.type ?? '');
  if (known === undefined)
    throw new Error(`a parameter must have one type: ${where} has ${schema.type ?? 'none'}`);
  for (const keyword of Object.keys(schema)) {
    if (known.includes(keyword) || ANNOTATIONS.includes(keyword) || keyword.startsWith('~')) continue;
    throw new Error(`the schema of a parameter must not use ${keyword}: ${where}`);
  }
  if (schema.items !== undefined) requireKnown(schema.items, `${where} items`);
}

type ReadOutcome = { readonly value: unknown } | { readonly problem: string };

function readValue(
  text: string,
  schema: ParameterSchema,
  pattern: RegExp | null,
  /** Milliseconds per unit, for a number that is a time; null: any other number. */
  unitMs: number | null,
): ReadOutcome {
  switch (schema.type) {
    case 'integer':
      if (schema['x-epoch-ms'] === true) return readTime(text, schema);
      if (!WHOLE.test(text) || !Number.isSafeInteger(Number(text)))
        return { problem: `must be a whole number${describeDuration(text, unitMs)}` };
      return withinLimits(Number(text), schema);
    case 'number': {
      const number = Number(text);
      if (!DECIMAL.test(text) || !Number.isFinite(number))
        return { problem: `must be a number${describeDuration(text, unitMs)}` };
      return withinLimits(number, schema);
    }
    case 'boolean': {
      const value = BOOLEANS.get(text);
      return value === undefined ? { problem: 'must be true, 1, false or 0' } : { value };
    }
    case 'array':
      return readList(text, schema);
    default:
      return readText(text, schema, pattern);
  }
}

function readTime(text: string, schema: ParameterSchema): ReadOutcome {
  // A + that is not percent-encoded arrives as a space.
  const read = readTimeText(text.replace(/(T.*) (\d{2}:?\d{2})$/, '$1+$2'));
  return 'problem' in read ? read : withinLimits(read.t, schema);
}

function withinLimits(number: number, schema: ParameterSchema): ReadOutcome {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (minimum !== undefined && number < minimum) return { problem: `must be at least ${minimum}` };
  if (exclusiveMinimum !== undefined && number <= exclusiveMinimum) {
    return { problem: `must be greater than ${exclusiveMinimum}` };
  }
  if (maximum !== undefined && number > maximum) return { problem: `must be at most ${maximum}` };
  if (exclusiveMaximum !== undefined && number >= exclusiveMaximum) {
    return { problem: `must be less than ${exclusiveMaximum}` };
  }
  return { value: Math.min(number, schema['x-cap'] ?? Number.POSITIVE_INFINITY) };
}

/** Describes the choices, and names the one that is part of the given text: `hl-perp` contains `perp`. */
function describeChoices(text: string, choices: readonly string[]): string {
  const parts = text.toLowerCase().split(/[^a-z0-9]+/);
  const meant = choices.find((choice) => parts.includes(choice));
  const all = `must be one of ${choices.join(', ')}`;
  return meant === undefined ? all : `${all}; send ${meant}`;
}

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: SECOND_MS,
  m: MINUTE_MS,
  h: HOUR_MS,
  d: DAY_MS,
  w: 7 * DAY_MS,
};

/** Finds the unit of a parameter by its name, in ms; `window` counts hours. null: the parameter is not a duration. */
function findUnitMs(name: string): number | null {
  if (name.endsWith('Ms')) return 1;
  if (name.endsWith('Min')) return MINUTE_MS;
  return name === 'window' ? HOUR_MS : null;
}

/** Describes the number to send instead of a text such as `1m` or `24h`; empty for a text that is not a duration. */
function describeDuration(text: string, unitMs: number | null): string {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/i.exec(text) ?? [];
  const ms = Number(count) * (MS_PER_UNIT[unit.toLowerCase()] ?? Number.NaN);
  if (unitMs === null || !Number.isSafeInteger(ms)) return '';
  return `; for ${text} send ${ms / unitMs}`;
}

function readText(text: string, schema: ParameterSchema, pattern: RegExp | null): ReadOutcome {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices !== undefined) {
    // Venues are accepted in any letter case, as assets are.
    const asked = choices.some(isVenueId) ? text.toLowerCase() : text;
    const value = choices.find((choice) => choice === asked);
    return value === undefined ? { problem: describeChoices(text, choices) } : { value };
  }
  if (text.length < (schema.minLength ?? 0)) {
    return { problem: `must have at least ${schema.minLength} characters` };
  }
  if (text.length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) {
    return { problem: `must have at most ${schema.maxLength} characters` };
  }
  if (pattern !== null && !pattern.test(text)) return { problem: `must match ${schema.pattern}` };
  return { value: text };
}

function readList(text: string, schema: ParameterSchema): ReadOutcome {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const pattern = items.pattern === undefined ? null : new RegExp(items.pattern);
  const values: unknown[] = [];
  for (const part of text.split(',').map((item) => item.trim())) {
    if (part === '') return { problem: 'must not hold empty items' };
    const read = readValue(part, items, pattern, null);
    if ('problem' in read) return { problem: `holds an item that ${read.problem}` };
    values.push(read.value);
  }
  if (values.length < minItems) return { problem: `must hold at least ${minItems} items` };
  if (values.length > maxItems) return { problem: `must hold at most ${maxItems} items` };
  if (schema.uniqueItems === true && new Set(values).size < values.length) {
    return { problem: 'must not hold an item twice' };
  }
  return { value: values };
}

function bodyValidator(schema: TSchema) {
  const validator = new Validator(schema);
  return (body: unknown) => {
    if (validator.accepts(body)) return { value: body };
    const errors = validator.listErrors(body);
    const [first] = errors;
    if (first === undefined) return refusal('body', 'does not have the documented form');
    const path = first.instancePath.slice(1).replaceAll('/', '.');
    const member = path === '' ? 'body' : path;
    switch (first.keyword) {
      case 'required': {
        const name = String(first.params.requiredProperties[0]);
        return refusal(path === '' ? name : `${path}.${name}`, 'is required');
      }
      // Strict bodies use the schema `false` for unknown members, which no value matches.
      case 'boolean':
        return refusal(member, 'is not known here');
      case 'enum':
        return refusal(member, `must be one of ${first.params.allowedValues.join(', ')}`);
      case 'const':
        return refusal(member, `must be one of ${listConstants(errors, first.instancePath).join(', ')}`);
      default:
        return refusal(member, first.message);
    }
  };
}

/** Lists the constants of a union, each of which has an error of its own. */
function listConstants(errors: readonly TLocalizedValidationError[], instancePath: string): unknown[] {
  return errors.flatMap((error) =>
    error.keyword === 'const' && error.instancePath === instancePath ? [error.params.allowedValue] : [],
  );
}

function refusal(name: string, problem: string): { error: ApiError } {
  return { error: refuseParameter(name, `${name} ${problem}`) };
}
