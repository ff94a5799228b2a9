import type { FastifyReply } from 'fastify';

export type Query = Readonly<Record<string, string | string[] | undefined>>;

export function sendProblem(reply: FastifyReply, code: number, error: string) {
  return reply.code(code).send({ error });
}

export function toList(value: string | string[] | undefined): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).flatMap((text) => text.split(','));
}

/** The protocol versions that a list is asked for; v1 alone unless it is asked for others. */
export function listVersions({ version }: Query): string[] {
  const versions = toList(version);
  return versions.length === 0 ? ['v1'] : versions;
}

export function parseLimit(
  value: string | string[] | undefined,
  fallback: number,
  most: number,
): number | null {
  const limit = Number(value ?? fallback);
  return Number.isInteger(limit) && limit >= 0 && limit <= most ? limit : null;
}

export function encode(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

export function findCursor(value: string | string[] | undefined): number | null {
  if (value === undefined || value === '') return 0;
  const offset = Number(Buffer.from(String(value), 'base64url').toString());
  return Number.isInteger(offset) && offset >= 0 ? offset : null;
}
