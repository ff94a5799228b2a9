import { type RouteSet, routesOf } from '../../routing/registration.ts';
import { registerControl } from './control.ts';
import { registerCredentials } from './credentials.ts';
import { registerLeaderboard } from './leaderboard.ts';
import { type BotRouteOptions, registerTrade } from './trade.ts';

/** The bot API: its own server on its own address. */
export const botRoutes = (options: BotRouteOptions): RouteSet => ({
  bodies: 'json',
  routes: routesOf(options, [registerControl, registerTrade, registerCredentials, registerLeaderboard]),
});
