import { defineRoutes } from '../../routing/registration.ts';
import { registerKill } from './bots.ts';
import { registerFlags } from './flags.ts';
import { registerOrderReview } from './orders.ts';
import { registerVault } from './vault.ts';

/** Switches of the operator. */
export const adminRoutes = defineRoutes('json', [registerFlags]);

/** Actions of the operator on bots. */
export const botAdminRoutes = defineRoutes('json', [registerKill, registerOrderReview]);

/** Keys of the vault, and credentials that do not open. */
export const vaultRoutes = defineRoutes('json', [registerVault]);
