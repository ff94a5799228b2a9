import { createRequire } from 'node:module';
import type { Static, TSchema } from 'typebox';
import type { Validator as Compiled } from 'typebox/schema';

const require = createRequire(import.meta.url);

/**
 * Validates values against a schema, which is compiled for the first value. The compiler is loaded for the first of all
 * schemas, because it consists of 160 modules that the start and most commands do not need.
 */
export class Validator<Schema extends TSchema = TSchema> {
  readonly #schema: Schema;
  #compiled: Compiled<Schema> | null = null;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  accepts(value: unknown): value is Static<Schema> {
    this.#compiled ??= compile(this.#schema);
    return this.#compiled.Check(value);
  }

  /** Lists the errors of a value, each with its position. */
  listErrors(value: unknown): ReturnType<Compiled<Schema>['Errors']>[1] {
    this.#compiled ??= compile(this.#schema);
    return this.#compiled.Errors(value)[1];
  }
}

function compile<Schema extends TSchema>(schema: Schema): Compiled<Schema> {
  const { Compile } = require('typebox/schema') as typeof import('typebox/schema');
  return Compile(schema);
}
