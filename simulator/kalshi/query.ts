import type { FastifyReply } from 'fastify';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

export function sendNotFound(reply: FastifyReply) {
  return reply
    .code(404)
    .send({ error: { code: 'not_found', message: 'not found', service: 'simulator', details: '' } });
}

export function sendBadRequest(reply: FastifyReply, details: string) {
  return reply
    .code(400)
    .send({ error: { code: 'bad_request', message: 'bad request', service: 'simulator', details } });
}

export function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Splits a value that is repeated or comma separated. */
export function list(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value])
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
}

export function parseLimit(
  value: string | string[] | undefined,
  fallback: number,
  most: number,
): number | null {
  if (value === undefined) return fallback;
  const limit = Number(value);
  return Number.isInteger(limit) && limit >= 1 && limit <= most ? limit : null;
}

export function cutPage<T>(
  rows: readonly T[],
  cursor: string | string[] | undefined,
  limit: number,
): { rows: readonly T[]; cursor: string } | null {
  const from = cursor === undefined || cursor === '' ? 0 : decode(cursor);
  if (Number.isNaN(from)) return null;
  return cutRows(rows, from, limit);
}

export function cutRows<T>(rows: readonly T[], from: number, limit: number) {
  const to = from + limit;
  return { rows: rows.slice(from, to), cursor: to < rows.length ? encode(to) : '' };
}

export function encode(value: number): string {
  return Buffer.from(String(value)).toString('base64url');
}

export function decode(cursor: string | string[]): number {
  return Number.parseInt(Buffer.from(one(cursor) ?? '', 'base64url').toString(), 10);
}
