/** Phases of a rule. The end of `firing` is the event `alerts.resolved`, after which the rule is `ok` again. */
export const ALERT_PHASES = ['ok', 'pending', 'firing'] as const;
export type AlertPhase = (typeof ALERT_PHASES)[number];

export interface PhaseState {
  readonly phase: AlertPhase;
  /** Start of the phase, epoch ms. */
  readonly since: number;
  /** Time of the last firing, epoch ms; null: none. */
  readonly firedAt: number | null;
}

/** State of a rule's condition. Within the hysteresis it neither holds nor clears. */
export interface PhaseInput {
  readonly holds: boolean;
  readonly clears: boolean;
}

export interface PhaseTiming {
  readonly forMs: number;
  readonly cooldownMs: number;
  /** Whether a condition that holds at the first look is no transition, such as a price beyond its threshold. */
  readonly startsSilent: boolean;
}

export interface PhaseDecision {
  readonly state: PhaseState;
  readonly event: 'firing' | 'resolved' | null;
}

/**
 * Decides the phase that follows, by transitions alone: a condition that keeps holding is told once. While the cooldown
 * after a firing lasts the phase stays `ok`, so a price that flutters around its threshold changes nothing.
 *
 * @param current null: the rule was never looked at.
 * @returns null when nothing changes.
 */
export function decidePhase(
  current: PhaseState | null,
  { holds, clears }: PhaseInput,
  { forMs, cooldownMs, startsSilent }: PhaseTiming,
  now: number,
): PhaseDecision | null {
  if (current === null && startsSilent) {
    return { state: { phase: holds ? 'firing' : 'ok', since: now, firedAt: null }, event: null };
  }
  const { phase, since, firedAt } = current ?? { phase: 'ok', since: now, firedAt: null };
  if (phase === 'firing') {
    return clears ? { state: { phase: 'ok', since: now, firedAt }, event: 'resolved' } : null;
  }
  if (!holds)
    return phase === 'pending' ? { state: { phase: 'ok', since: now, firedAt }, event: null } : null;
  if (firedAt !== null && now < firedAt + cooldownMs) return null;
  const start = phase === 'pending' ? since : now;
  if (now >= start + forMs) return { state: { phase: 'firing', since: now, firedAt: now }, event: 'firing' };
  return phase === 'pending' ? null : { state: { phase: 'pending', since: now, firedAt }, event: null };
}
