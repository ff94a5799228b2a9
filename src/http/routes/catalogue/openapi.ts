import { rawAnswer } from '../../heavy/raw-answer.ts';
import { Answer } from '../../responses/answer.ts';
import type { Registration } from '../../routing/registration.ts';
import * as s from '../../schemas/schema.ts';

const HOUR_S = 3_600;

/** GET /api/openapi.json: the OpenAPI document. */
export const registerOpenApi: Registration = (app) => {
  let document: string | null = null;
  app.get(
    '/api/openapi.json',
    {
      config: { access: 'free', cacheSeconds: HOUR_S },
      schema: {
        operationId: 'getOpenApi',
        summary: 'This document',
        description: 'OpenAPI 3.1.0 document, generated from the routes. The only JSON answer without `ok`.',
        tags: ['catalogue'],
        response: {
          200: rawAnswer({
            type: 'object',
            description: 'OpenAPI 3.1.0 document.',
            additionalProperties: true,
          }),
          ...s.failures(),
        },
      },
    },
    async () => {
      document ??= JSON.stringify(await app.described.readDocument());
      return new Answer(document);
    },
  );
};
