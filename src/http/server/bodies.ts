import type { FastifyInstance } from 'fastify';
import { findUnplainMember, toPlainText, toPlainValue } from '../../domain/index.ts';
import { NOT_PLAIN } from '../parameters/parameters.ts';
import { ApiError, refuseParameter } from '../responses/errors.ts';
import { findRepeatedMember } from './repeated-member.ts';

/** A larger body is 413. */
export const BODY_LIMIT_BYTES = 16 * 1024;
/** A provider's events are larger than bodies of other callers. */
const RAW_BODY_LIMIT_BYTES = 256 * 1024;
/** Our bodies have at most four levels; the limit protects code that recurses into a body. */
const MAX_NESTING = 16;

/** Bodies are JSON alone, of plain texts, without members that stand twice or could change a prototype, and not deeply nested. */
export function readJsonBodies(app: Pick<FastifyInstance, keyof FastifyInstance>): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (isDeeperThan(body as string, MAX_NESTING)) {
      done(new ApiError('validation_failed', `the body is nested more than ${MAX_NESTING} deep`), undefined);
      return;
    }
    parse(request, body as string, (error, value) => {
      const repeated = error === null ? findRepeatedMember(body as string) : null;
      if (repeated !== null) {
        const name = toPlainText(repeated);
        done(refuseParameter(name, `${name} is given twice`), undefined);
        return;
      }
      const member = error === null ? findUnplainMember(body as string, value) : null;
      if (member === null) return done(error, value);
      const name = toPlainText(member === '' ? 'body' : member);
      done(refuseParameter(name, `${name} ${NOT_PLAIN}`), undefined);
    });
  });
}

/** The bytes as they came, with any content type: a signature is over them. */
export function readRawBodies(app: Pick<FastifyInstance, keyof FastifyInstance>): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: RAW_BODY_LIMIT_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
}

/** Hands the request itself to the handler, which reads the body as it comes. */
export function passStreams(app: Pick<FastifyInstance, keyof FastifyInstance>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/**
 * Finds the texts that can hold a member that changes a prototype: they name one of these members, plainly or by an
 * escape.
 */
const SUSPECT = /__proto__|constructor|\\u/;

/**
 * Reads a signed body as strictly as those of our own callers, but makes its texts plain where those are refused: it is
 * about money that has moved.
 *
 * @throws {SyntaxError} when it is no JSON, nested too deep, has a member twice, or could change a prototype.
 */
export function parseSignedJson(text: string): unknown {
  if (isDeeperThan(text, MAX_NESTING))
    throw new SyntaxError(`the body is nested more than ${MAX_NESTING} deep`);
  const value: unknown = JSON.parse(text);
  const repeated = findRepeatedMember(text);
  if (repeated !== null) throw new SyntaxError(`${repeated} is given twice`);
  if (!SUSPECT.test(text)) return value;
  const parsed: unknown = JSON.parse(text, (name, value: unknown) => {
    const isPrototype =
      name === '__proto__' ||
      (name === 'constructor' && typeof value === 'object' && value !== null && 'prototype' in value);
    if (isPrototype) throw new SyntaxError(`a body must not have the member ${name}`);
    return value;
  });
  return toPlainValue(parsed);
}

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const OPENING = new Set(['[', '{'].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((sign) => sign.charCodeAt(0)));

/** Counts brackets outside of text, so that nothing has to be parsed to refuse a body. */
function isDeeperThan(json: string, max: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (isInText) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (CLOSING.has(code)) depth--;
    else if (OPENING.has(code) && ++depth > max) return true;
  }
  return false;
}
