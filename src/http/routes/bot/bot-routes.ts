import { defineRoutes } from '../../routing/registration.ts';
import { registerCancel } from './cancel.ts';
import { registerCloseAll } from './close-all.ts';
import { registerControl } from './control.ts';
import { registerCredentialList } from './credential-list.ts';
import { registerCredentialRemoval } from './credential-removal.ts';
import { registerCredentialStore } from './credential-store.ts';
import { registerLeaderboard } from './leaderboard.ts';
import { registerOrders } from './orders.ts';
import { registerPnl } from './pnl.ts';
import { registerPositions } from './positions.ts';
import { registerStatus } from './status.ts';
import { registerTape } from './tape.ts';
import { registerTrade } from './trade.ts';

/** Endpoints of the bot API, which has its own server on its own address. */
export const botRoutes = defineRoutes('json', [
  registerStatus,
  registerControl,
  registerTrade,
  registerOrders,
  registerPnl,
  registerCancel,
  registerCloseAll,
  registerPositions,
  registerCredentialList,
  registerCredentialStore,
  registerCredentialRemoval,
  registerLeaderboard,
  registerTape,
]);
