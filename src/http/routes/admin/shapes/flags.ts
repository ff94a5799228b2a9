import type { Operator } from '../../../../accounts/operator.ts';
import { TIERS } from '../../../../accounts/tiers.ts';
import { VENUES, type VenueId } from '../../../../domain/index.ts';
import * as s from '../../../schemas/schema.ts';
import { haltField } from '../../../shapes/bot-control.ts';
import { microUsdField } from '../../../shapes/money-fields.ts';
import { execModeField } from '../../../shapes/order.ts';

/** Flags of the service. All but the halt come from its settings. */
export interface FlagFacts {
  readonly execMode: 'mock' | 'live';
  readonly engineLoop: boolean;
  readonly vaultEnabled: boolean;
  readonly tradeFeeMicroUsd: number;
  readonly paidGating: boolean;
  readonly prepaidBilling: boolean;
  readonly deposits: { readonly evm: boolean; readonly solana: boolean };
  readonly trustProxy: boolean;
  readonly venues: readonly VenueId[];
  readonly nodeEnv: string;
}

export interface FlagRouteOptions {
  readonly operator: Operator;
  readonly readFacts: () => Promise<FlagFacts>;
  /** Whether a venue has a snapshot that is fresh enough to serve. */
  readonly isUp: (venue: VenueId) => boolean;
}

/** Reads the answer of the calls on flags. @param port Port at which the call came; null: none. */
export async function readFlags({ operator, readFacts, isUp }: FlagRouteOptions, port: number | null) {
  const [facts, globalHalt] = await Promise.all([readFacts(), operator.readGlobalHalt()]);
  return {
    ok: true as const,
    flags: {
      bot: {
        execMode: facts.execMode,
        engineLoop: facts.engineLoop,
        vaultEnabled: facts.vaultEnabled,
        globalKill: globalHalt === 'all',
        globalHalt,
        tradeFeeMicroUsd: facts.tradeFeeMicroUsd,
      },
      monetization: { paidGating: facts.paidGating, prepaidBilling: facts.prepaidBilling },
      deposits: facts.deposits,
      security: { trustProxy: facts.trustProxy },
      dataVenues: VENUES.map((venue) => ({
        venue,
        shipped: facts.venues.includes(venue),
        tier: 'free' as const,
      })),
      process: { venue: 'all', nodeEnv: facts.nodeEnv },
    },
    engines: facts.venues.map((venue) => ({
      venue,
      port,
      verdict: isUp(venue) ? ('OK' as const) : ('DOWN' as const),
    })),
  };
}

/** Builds the schema of that answer. */
export const flagsSchema = () =>
  s.named(
    'Flags',
    s.object('Configuration flags and venue adapters.', {
      ok: s.okTrue(),
      flags: s.object(
        'Flags; only bot.globalHalt, of which bot.globalKill is a part, can be changed through the API.',
        {
          bot: s.object('Flags of trading.', {
            execMode: execModeField(),
            engineLoop: s.bool('Whether the engine trades for enabled bots.', false),
            vaultEnabled: s.bool('Whether venue credentials can be stored.', false),
            globalKill: s.bool('Whether all trading is halted.', false),
            globalHalt: haltField('What is halted for all bots.'),
            tradeFeeMicroUsd: microUsdField('Access fee for one filled trade.', 10_000),
          }),
          monetization: s.object('Flags of paid use.', {
            paidGating: s.bool('Whether premium endpoints need a key.', true),
            prepaidBilling: s.bool('Whether use is charged to prepaid balances.', true),
          }),
          deposits: s.object('Chains that are watched for deposits.', {
            evm: s.bool('Whether an EVM chain is watched.', false),
            solana: s.bool('Whether Solana is watched.', false),
          }),
          security: s.object('Flags of network security.', {
            trustProxy: s.bool('Whether client addresses are taken from proxy headers.', false),
          }),
          dataVenues: s.array(
            'Venues of the service.',
            s.object('One venue.', {
              venue: s.venueField('Venue.'),
              shipped: s.bool('Whether the venue is recorded and served.', true),
              tier: s.choice('Lowest tier that can read the venue.', TIERS),
            }),
          ),
          process: s.object('Facts about this process.', {
            venue: s.text('Venue that this process serves, or `all`.', 'all'),
            nodeEnv: s.text('Value of NODE_ENV.', 'production'),
          }),
        },
      ),
      engines: s.array(
        'Adapters of the recorded venues.',
        s.object('Adapter of one venue.', {
          venue: s.venueField('Venue.'),
          port: s.nullable(
            s.int('Port on which the venue is served.', 8080),
            'the request did not come over a port',
          ),
          verdict: s.choice('`OK` when the venue has a fresh snapshot.', ['OK', 'DOWN']),
        }),
      ),
    }),
  );
