import { defineRoutes } from '../../routing/registration.ts';
import { registerBackfillControl } from './backfill.ts';
import { registerBatchControl } from './batches.ts';
import { registerCalibrateControl } from './calibrate.ts';
import { registerImportControl } from './import.ts';

/**
 * Endpoints of the control socket, for commands on the data directory of a running service. They cannot be reached over
 * the network.
 */
export const controlRoutes = defineRoutes('json', [
  registerBackfillControl,
  registerBatchControl,
  registerCalibrateControl,
]);

/** Endpoints of the control socket whose request body is a stream. */
export const controlStreamRoutes = defineRoutes('stream', [registerImportControl]);
