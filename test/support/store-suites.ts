import { setFlags } from '../../src/accounts/operations/operator.ts';
import { prepareAccountQueries } from '../../src/accounts/sql/accounts.ts';
import { StoredKeys } from '../../src/accounts/stored-keys.ts';
import { StoredUsage } from '../../src/accounts/stored-usage.ts';
import { AlertStore } from '../../src/alerts/alert-store.ts';
import { prepareAlertQueries } from '../../src/alerts/sql/alerts.ts';
import { DailyMoney } from '../../src/billing/figures/daily-money.ts';
import { prepareDailyMoneyQueries } from '../../src/billing/figures/sql/daily-money.ts';
import { prepareMoneyQueries } from '../../src/billing/figures/sql/money-figures.ts';
import { StoredMoneyFigures } from '../../src/billing/figures/stored-money-figures.ts';
import { openLedger } from '../../src/billing/ledger/sql/ledger.ts';
import { prepareVoucherQueries } from '../../src/billing/vouchers/sql/voucher-rows.ts';
import { Vouchers } from '../../src/billing/vouchers/vouchers.ts';
import { ControlStore } from '../../src/bot/control/control-store.ts';
import { prepareControlQueries } from '../../src/bot/control/sql/controls.ts';
import { CheckStore } from '../../src/bot/credential-checks/check-store.ts';
import { prepareCheckQueries } from '../../src/bot/credential-checks/sql/checks.ts';
import { DecisionStore } from '../../src/bot/engine/decision-store.ts';
import { prepareDecisionQueries } from '../../src/bot/engine/sql/decisions.ts';
import { cryptoRandom, epochMs } from '../../src/domain/index.ts';
import { prepareStaleReportQueries } from '../../src/health/sql/stale-reports.ts';
import { StaleReports } from '../../src/health/stale/stale-reports.ts';
import { DisputeStore } from '../../src/links/disputes/dispute-store.ts';
import { prepareDisputeQueries } from '../../src/links/sql/disputes.ts';
import { prepareVaultQueries } from '../../src/vault/sql/vault.ts';
import type { CredentialKey } from '../../src/vault/vault-record.ts';
import { VaultStore } from '../../src/vault/vault-store.ts';
import { describeAlertStore } from '../contract/alert-store.ts';
import { describeChainStore } from '../contract/chain-store.ts';
import { describeChecks } from '../contract/checks.ts';
import { describeControls } from '../contract/controls.ts';
import { describeDailyMoney } from '../contract/daily-money.ts';
import { describeDecisions } from '../contract/decisions.ts';
import { describeDepositAddresses } from '../contract/deposit-addresses.ts';
import { describeDeposits } from '../contract/deposits.ts';
import { describeDisputes } from '../contract/disputes.ts';
import { describeExitStore } from '../contract/exit-store.ts';
import { describeHoldings } from '../contract/holdings.ts';
import { describeJournal } from '../contract/journal.ts';
import { describeKeyStore } from '../contract/keys.ts';
import { describeLedger } from '../contract/ledger.ts';
import { describeOperator } from '../contract/operator.ts';
import { describeOrderLimits } from '../contract/order-limits.ts';
import { describeOrderReview } from '../contract/order-review.ts';
import { describeSettlement } from '../contract/order-settlement.ts';
import { describeOrders } from '../contract/orders.ts';
import { describePaperOrders } from '../contract/paper-orders.ts';
import { describeReopenedPositions } from '../contract/reopened-positions.ts';
import { describeReview } from '../contract/review.ts';
import { describeSourceComparison } from '../contract/source-comparison.ts';
import { describeStaleReports } from '../contract/stale-reports.ts';
import { describeTexts } from '../contract/texts.ts';
import { describeUsageStore } from '../contract/usage.ts';
import { describeVault } from '../contract/vault.ts';
import { describeVouchers } from '../contract/vouchers.ts';
import { describeWebhookEvents } from '../contract/webhook-events.ts';
import { procedures as alterations } from './altered-balances.ts';
import { PROCEDURES_AND_STEPS, withSteps } from './ledger-steps.ts';
import { openStoresOn } from './money-stores.ts';
import { openOrderStoresOn } from './order-stores.ts';
import type { TestEngine } from './service-engine.ts';

const ENVELOPE = { kekId: 'key-1', wrap: new Uint8Array(60), box: new Uint8Array(40) };

const NOW = epochMs(1_763_700_000_000);
const BY = { at: NOW, address: 'test', action: 'flags.globalKill', target: null, detail: null };

/** The suite of every store of the service database, each on one engine. */
export const STORE_SUITES = {
  ledger: (engine) =>
    describeLedger(engine.name, async (t, clock) => {
      const { part, reopen } = await engine.open(
        t,
        (database) => ({ database, openLedger: () => openLedger(database, clock) }),
        [...PROCEDURES_AND_STEPS, alterations],
      );
      return { ...part, reopen };
    }),
  dailyMoney: (engine) =>
    describeDailyMoney(engine.name, async (t, clock) => {
      const { part } = await engine.open(
        t,
        (database) => {
          const figures = new StoredMoneyFigures(database.buildQueries(prepareMoneyQueries), clock);
          return {
            ledger: withSteps(openLedger(database, clock), clock),
            daily: new DailyMoney(database.buildQueries(prepareDailyMoneyQueries), clock),
            readFigures: () => figures.read(),
          };
        },
        PROCEDURES_AND_STEPS,
      );
      return part;
    }),
  vouchers: (engine) =>
    describeVouchers(engine.name, async (t, clock) => {
      const { part, reopen } = await engine.open(t, (database) => {
        const ledger = openLedger(database, clock);
        const queries = database.buildQueries(prepareVoucherQueries);
        return {
          ledger,
          vouchers: new Vouchers({
            ledgerDatabase: ledger,
            queries,
            prefix: 'TAPE',
            clock,
            random: cryptoRandom,
          }),
        };
      });
      return { ...part, reopen };
    }),
  deposits: (engine) => describeDeposits(engine.name, openStoresOn(engine)),
  review: (engine) => describeReview(engine.name, openStoresOn(engine)),
  sources: (engine) => describeSourceComparison(engine.name, openStoresOn(engine)),
  chains: (engine) => describeChainStore(engine.name, openStoresOn(engine)),
  addresses: (engine) => describeDepositAddresses(engine.name, openStoresOn(engine)),
  webhookEvents: (engine) => describeWebhookEvents(engine.name, openStoresOn(engine)),
  operator: (engine) => describeOperator(engine.name, openStoresOn(engine)),
  orders: (engine) => {
    describeOrders(engine.name, openOrderStoresOn(engine));
    describeOrderReview(engine.name, openOrderStoresOn(engine));
  },
  settlement: (engine) => {
    describeSettlement(engine.name, openOrderStoresOn(engine));
    describeReopenedPositions(engine.name, openOrderStoresOn(engine));
    describeOrderLimits(engine.name, openOrderStoresOn(engine));
    describePaperOrders(engine.name, openOrderStoresOn(engine));
  },
  holdings: (engine) => describeHoldings(engine.name, openOrderStoresOn(engine)),
  exits: (engine) => describeExitStore(engine.name, openOrderStoresOn(engine)),
  journal: (engine) => describeJournal(engine.name, openOrderStoresOn(engine)),
  keys: (engine) =>
    describeKeyStore(engine.name, async (t, { clock, format }) => {
      const { part: store, reopen } = await engine.open(t, (database) => {
        const queries = database.buildQueries(prepareAccountQueries);
        return new StoredKeys({ database, queries, format, clock, random: cryptoRandom });
      });
      return { store, reopen };
    }),
  usage: (engine) =>
    describeUsageStore(engine.name, async (t) => {
      const { part: store, reopen } = await engine.open(
        t,
        (database) => new StoredUsage(database, database.buildQueries(prepareAccountQueries)),
      );
      return { store, reopen };
    }),
  decisions: (engine) =>
    describeDecisions(engine.name, async (t) => {
      const { part: store, reopen } = await engine.open(
        t,
        (database) => new DecisionStore(database, database.buildQueries(prepareDecisionQueries)),
      );
      return { store, reopen };
    }),
  disputes: (engine) =>
    describeDisputes(engine.name, async (t) => {
      const { part: store, reopen } = await engine.open(
        t,
        (database) => new DisputeStore(database, database.buildQueries(prepareDisputeQueries)),
      );
      return { store, reopen };
    }),
  staleReports: (engine) =>
    describeStaleReports(engine.name, async (t) => {
      const { part: reports, reopen } = await engine.open(
        t,
        (database) => new StaleReports(database, database.buildQueries(prepareStaleReportQueries)),
      );
      return { reports, reopen };
    }),
  alerts: (engine) =>
    describeAlertStore(engine.name, async (t, clock) => {
      const { part: store, reopen } = await engine.open(
        t,
        (database) =>
          new AlertStore({
            database,
            queries: database.buildQueries(prepareAlertQueries),
            clock,
            random: cryptoRandom,
          }),
      );
      return { store, reopen };
    }),
  texts: (engine) => describeTexts(engine),
  vault: (engine) =>
    describeVault(engine.name, async (t) => {
      const { part: store, reopen } = await engine.open(
        t,
        (database) => new VaultStore(database, database.buildQueries(prepareVaultQueries)),
      );
      return { store, reopen };
    }),
  controls: (engine) =>
    describeControls(engine.name, async (t) => {
      const { part, reopen } = await engine.open(t, (database) => ({
        store: new ControlStore(database, database.buildQueries(prepareControlQueries), () => NOW),
        setGlobalKill: async (value: boolean) => {
          await database.transact(setFlags, { flags: [{ name: 'global_kill', value }], by: BY });
        },
      }));
      return { ...part, reopen: async () => (await reopen()).store };
    }),
  checks: (engine) =>
    describeChecks(engine.name, async (t) => {
      const { part, reopen } = await engine.open(t, (database) => {
        const vault = new VaultStore(database, database.buildQueries(prepareVaultQueries));
        return {
          store: new CheckStore(database, database.buildQueries(prepareCheckQueries)),
          addCredential: async (place: CredentialKey, addedAt: number) => {
            await vault.admitKey({ kekId: ENVELOPE.kekId, envelope: ENVELOPE }, [ENVELOPE.kekId]);
            await vault.put({ ...place, kind: 'apiKey', envelope: ENVELOPE, addedAt: epochMs(addedAt) });
          },
          removeCredential: async (place: CredentialKey) => void (await vault.remove(place, NOW)),
        };
      });
      return { ...part, reopen: async () => (await reopen()).store };
    }),
} satisfies Readonly<Record<string, (engine: TestEngine) => void>>;
