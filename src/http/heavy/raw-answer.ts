import { type TSchema, Type } from 'typebox';
import type { Answer } from '../responses/answer.ts';
import * as s from '../schemas/schema.ts';
import type { HeavyAnswer } from './heavy-answer.ts';

/** Builds the schema of a response whose bytes are made without the framework. */
export const rawAnswer = (schema: TSchema) => Type.Unsafe<Answer | HeavyAnswer>(schema);

/** Builds the schema of a CSV file. */
export const csvAnswer = (description: string, example: string) => rawAnswer(s.text(description, example));

/** Builds the schema of a file that is not always text. */
export const binaryFile = (description: string) =>
  rawAnswer(Type.String({ description, format: 'binary', examples: [''] }));
