import type { FastifyInstance, FastifyRequest } from 'fastify';

const bodies = new WeakMap<object, string>();

/** Keeps the text of JSON bodies: signatures cover the bytes, not their meaning. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    bodies.set(request, text);
    try {
      done(null, text === '' ? undefined : JSON.parse(text));
    } catch (error) {
      done(Object.assign(error as Error, { statusCode: 400 }), undefined);
    }
  });
}

/** The text of a body as it arrived; '' without one. */
export function rawBody(request: FastifyRequest): string {
  return bodies.get(request) ?? '';
}
