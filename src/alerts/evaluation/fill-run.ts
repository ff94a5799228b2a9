import type { AlertStore, RuleEvent } from '../alert-store.ts';
import type { AlertStateRow } from '../rows.ts';
import type { ConditionOf, Rule } from '../rule.ts';
import type { AlertSources, SourceFill } from './sources.ts';

/**
 * Tells each fill of a `fill` rule once, in order. The position in the list of fills is stored together with the
 * events; a rule that is new, or was removed and is added again, begins after the newest fill.
 */
export class FillRun {
  readonly rule: Rule;
  readonly #store: AlertStore;
  readonly #sources: AlertSources;

  constructor(rule: Rule, store: AlertStore, sources: AlertSources) {
    this.rule = rule;
    this.#store = store;
    this.#sources = sources;
  }

  /** Stores events of the fills since the last round. @param t Time by our clock. */
  async runRound(t: number): Promise<void> {
    const { id, to, when } = this.rule;
    const { bot } = when as ConditionOf<'fill'>;
    const before = (await this.#store.listStates()).find(({ rule }) => rule === id) ?? null;
    const position = before?.position ?? null;
    const fills = await this.#sources.listFills(position);
    const last = fills.at(-1);
    if (position !== null && last === undefined) return;
    const state: AlertStateRow = {
      rule: id,
      subject: '',
      condition: '',
      phase: 'ok',
      since: t,
      firedAt: null,
      position: last?.seq ?? position ?? 0,
      version: (before?.version ?? 0) + 1,
    };
    const told = position === null ? [] : fills.filter((fill) => bot === undefined || fill.botId === bot);
    // A conflict means that another process has told these fills.
    await this.#store.advance(
      state,
      told.map((fill) => toEvent(id, fill, t)),
      to,
    );
  }
}

function toEvent(rule: string, fill: SourceFill, t: number): RuleEvent {
  const usd = fill.tradedMicroUsd / 1_000_000;
  return {
    type: 'alerts.firing',
    rule,
    subject: fill.botId,
    asset: null,
    t,
    value: usd,
    threshold: null,
    text: `${fill.botId} ${fill.side === 'buy' ? 'bought' : 'sold'} ${fill.venueAsset} at ${fill.venue} for ${usd} USD, price ${fill.price}`,
  };
}
