import { effect, signal } from '@preact/signals-core';
import type { ListAlertEventsAnswer, ListAlertRulesAnswer } from '../../client/src/index.ts';
import { call } from './calls.ts';
import { adminToken } from './service.ts';

const SHOWN = 50;

/** The newest alerts with their deliveries. */
export const alertEventsCall = call<ListAlertEventsAnswer>(`/api/alerts/events?limit=${SHOWN}`, {
  everyMs: 5_000,
  credential: 'admin',
});

/** The operator's rules with their states. */
export const alertRulesCall = call<ListAlertRulesAnswer>('/api/alerts/rules', {
  everyMs: 10_000,
  credential: 'admin',
});

/** Whether the operator's token stays in memory when the page of the operator is left, for notifications elsewhere. */
export const keepsToken = signal(false);

let isFollowing = false;

/**
 * Tells each alert that fires from now on, once, while a token is there.
 *
 * @param tell Shows a sentence to the viewer.
 */
export function followAlerts(tell: (text: string) => void): void {
  if (isFollowing) return;
  isFollowing = true;
  let told: number | null = null;
  effect(() => {
    if (adminToken.value === null) {
      told = null;
      return;
    }
    const { data } = alertEventsCall.state.value;
    if (data === null) return;
    const newest = data.events[0]?.seq ?? 0;
    const fresh = told === null ? [] : data.events.filter(({ seq }) => seq > (told ?? 0));
    told = Math.max(told ?? 0, newest);
    const [last] = fresh.filter(({ type }) => type === 'alerts.firing');
    if (last === undefined) return;
    const more = fresh.length === 1 ? '' : `, and ${fresh.length - 1} more`;
    tell(`▲ ${last.rule ?? 'alert'}: ${last.text}${more}`);
  });
}
