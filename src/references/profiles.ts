import type { RelayId } from '../domain/index.ts';
import { profile as kalshi } from './kalshi/profile.ts';
import { profile as polybolt } from './polybolt/profile.ts';
import type { RelayProfile } from './relay-profile.ts';
import { profile as rtds } from './rtds/profile.ts';

export const RELAY_PROFILES: Readonly<Record<RelayId, RelayProfile>> = { rtds, polybolt, kalshi };
