import type { FastifyInstance } from 'fastify';
import { findUnplainMember, toPlainText, toPlainValue } from '../../domain/index.ts';
import { NOT_PLAIN } from '../parameters/parameters.ts';
import { ApiError, refuseParameter } from '../responses/errors.ts';
import { findRepeatedMember } from './repeated-member.ts';

/** Maximum size of a body; a larger one is rejected with 413. */
export const BODY_LIMIT_BYTES = 16 * 1024;
/** Maximum size of a webhook body: events of payment providers are larger than other bodies. */
const RAW_BODY_LIMIT_BYTES = 256 * 1024;
/** Maximum nesting of a body. Bodies of the API have at most four levels; the limit protects recursive code. */
const MAX_NESTING = 16;

/**
 * Accepts JSON bodies only. Rejects texts that are not plain, members that occur twice or could change a prototype, and
 * deep nesting.
 */
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

/** Passes bodies of any content type as raw bytes, because a signature covers the bytes. */
export function readRawBodies(app: Pick<FastifyInstance, keyof FastifyInstance>): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer', bodyLimit: RAW_BODY_LIMIT_BYTES } as const;
  app.addContentTypeParser('*', options, (_request, body, done) => done(null, body));
}

/** Passes the request itself to the handler, which reads the body as a stream. */
export function passStreams(app: Pick<FastifyInstance, keyof FastifyInstance>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

/** Matches texts that may contain a member which changes a prototype, written plainly or with an escape. */
const SUSPECT = /__proto__|constructor|\\u/;

/**
 * Parses a signed body as strictly as other bodies, except that texts which are not plain are cleaned instead of
 * rejected, because the body reports money that has already moved.
 *
 * @throws {SyntaxError} when the text is not JSON, is nested too deeply, has a member twice, or could change a
 * prototype.
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

/**
 * Whether a JSON text is nested too deeply. Counts brackets outside of strings, so that a body can be rejected without
 * parsing it.
 */
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
