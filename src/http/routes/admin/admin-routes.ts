import { defineRoutes } from '../../routing/registration.ts';
import { registerAlertRetry } from '../alerts/delivery-retry.ts';
import { registerAlertTest } from '../alerts/endpoint-test.ts';
import { registerAlertEndpoints } from '../alerts/endpoints.ts';
import { registerAlertEvents } from '../alerts/events.ts';
import { registerAlertRules } from '../alerts/rules.ts';
import { registerKill } from './bots.ts';
import { registerFlags } from './flags.ts';
import { registerHalt } from './halt.ts';
import { registerOrderClose } from './order-close.ts';
import { registerWaitingOrders } from './order-list.ts';
import { registerVaultClose } from './vault-close.ts';
import { registerVaultForget } from './vault-forget.ts';
import { registerVaultRotate } from './vault-rotate.ts';

/** Endpoints for the operator's switches. */
export const adminRoutes = defineRoutes('json', [registerFlags, registerHalt]);

/** Endpoints for the operator's actions on bots. */
export const botAdminRoutes = defineRoutes('json', [registerKill, registerWaitingOrders, registerOrderClose]);

/** Endpoints for the keys of the vault, and for credentials that cannot be decrypted. */
export const vaultRoutes = defineRoutes('json', [
  registerVaultRotate,
  registerVaultClose,
  registerVaultForget,
]);

/** Endpoints for the operator's alerts: rules, endpoints, events and deliveries. */
export const alertRoutes = defineRoutes('json', [
  registerAlertRules,
  registerAlertEndpoints,
  registerAlertEvents,
  registerAlertTest,
  registerAlertRetry,
]);
