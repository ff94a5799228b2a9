import { defineRoutes } from '../../routing/registration.ts';
import { registerBackfillControl } from './backfill.ts';
import { registerBatchControl } from './batches.ts';
import { registerCalibrateControl } from './calibrate.ts';
import { registerImportControl } from './import.ts';

/** Endpoints for commands beside the service that records their data directory. They are not reachable by network. */
export const controlRoutes = defineRoutes('json', [
  registerBackfillControl,
  registerBatchControl,
  registerCalibrateControl,
]);

/** Set of routes of the control socket whose body is a stream. */
export const controlStreamRoutes = defineRoutes('stream', [registerImportControl]);
