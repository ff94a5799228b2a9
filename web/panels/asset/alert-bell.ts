import { alertRulesCall } from '../../state/alerts.ts';
import { type Content, html, nothing } from '../view.ts';

/** How many rules watch an asset, and whether one fires; nothing without a rule. */
export function alertBell(asset: string): Content {
  const { data } = alertRulesCall.state.value;
  const wanted = asset.toLowerCase();
  const rules = (data?.rules ?? []).filter(
    ({ when }) => String((when as { readonly asset?: string }).asset ?? '').toLowerCase() === wanted,
  );
  if (rules.length === 0) return nothing;
  const isFiring = rules.some(({ states }) => states.some(({ phase }) => phase === 'firing'));
  const names = rules.map(({ id }) => id).join(', ');
  return html`<a href="/admin" class=${isFiring ? 'bell bad' : 'bell'} title="alerts: ${names}">${isFiring ? '▲' : '○'} ${rules.length} ${rules.length === 1 ? 'alert' : 'alerts'}</a>`;
}
