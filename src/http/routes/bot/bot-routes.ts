import { bindRoutes, type RouteSet } from '../../routing/registration.ts';
import { type ControlOptions, registerControl } from './control.ts';
import { registerCredentials } from './credentials.ts';
import { registerLeaderboard } from './leaderboard.ts';
import { registerStatus, type StatusOptions } from './status.ts';
import { registerTape, type TapeOptions } from './tape.ts';
import { registerTrade } from './trade.ts';

/** The bot API: its own server on its own address. */
export const botRoutes = (options: StatusOptions & ControlOptions & TapeOptions): RouteSet => ({
  bodies: 'json',
  routes: bindRoutes(options, [
    registerStatus,
    registerControl,
    registerTrade,
    registerCredentials,
    registerLeaderboard,
    registerTape,
  ]),
});
