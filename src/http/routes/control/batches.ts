import { Type } from 'typebox';
import {
  type BatchChange,
  BatchInterruptedError,
  BatchKeptError,
  type ImportBatches,
  UnknownBatchError,
} from '../../../history/contract/import-batches.ts';
import { ApiError, refuseParameter } from '../../responses/errors.ts';
import type { Registration } from '../../routing/registration.ts';

export interface BatchControlOptions {
  readonly batches: ImportBatches;
}

const config = { access: 'free', cacheSeconds: 0, probe: false } as const;
const schema = { params: Type.Object({ id: Type.String({ maxLength: 64 }) }) };

/**
 * GET /batches and POST /batches/:id/undo. The response to an undo waits until the undo is complete, however long it
 * takes.
 */
export const registerBatchControl: Registration<BatchControlOptions> = (app, { batches }) => {
  app.get('/batches', { config }, async () => ({ ok: true as const, batches: await batches.listBatches() }));
  app.post('/batches/:id/undo', { config, schema }, ({ params: { id } }) =>
    answer(() => batches.undoBatch(id)),
  );
};

async function answer(change: () => Promise<BatchChange>) {
  try {
    return { ok: true as const, ...(await change()) };
  } catch (error) {
    if (error instanceof UnknownBatchError || error instanceof BatchKeptError)
      throw refuseParameter('id', error.message, error);
    if (error instanceof BatchInterruptedError) {
      throw new ApiError('shutting_down', error.message, { cause: error });
    }
    throw error;
  }
}
