import { defineRoutes } from '../../routing/registration.ts';
import { registerKill } from './bots.ts';
import { registerFlags } from './flags.ts';
import { registerOrderClose } from './order-close.ts';
import { registerWaitingOrders } from './order-list.ts';
import { registerVaultClose } from './vault-close.ts';
import { registerVaultForget } from './vault-forget.ts';
import { registerVaultRotate } from './vault-rotate.ts';

/** Endpoints for the operator's switches. */
export const adminRoutes = defineRoutes('json', [registerFlags]);

/** Endpoints for the operator's actions on bots. */
export const botAdminRoutes = defineRoutes('json', [registerKill, registerWaitingOrders, registerOrderClose]);

/** Endpoints for the keys of the vault, and for credentials that cannot be decrypted. */
export const vaultRoutes = defineRoutes('json', [
  registerVaultRotate,
  registerVaultClose,
  registerVaultForget,
]);
