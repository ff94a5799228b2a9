import type { Condition } from './file/condition-schema.ts';

/** Types of rules. */
export type RuleType = Condition['type'];

/** A rule of the operator: what is watched, and who is told. */
export interface Rule {
  readonly id: string;
  readonly when: Condition;
  /** Time in ms for which the condition must hold before the rule fires. */
  readonly forMs: number;
  /** Minimum time in ms between two firings of the same subject. */
  readonly cooldownMs: number;
  /** Whether the end of the condition is told too. It is always stored as an event. */
  readonly tellResolved: boolean;
  /** Ids of the endpoints that are told. */
  readonly to: readonly string[];
}

/** Formats of the bodies that endpoints receive. */
export const ENDPOINT_FORMATS = ['standard', 'slack', 'discord', 'telegram'] as const;
export type EndpointFormat = (typeof ENDPOINT_FORMATS)[number];

/** Receiver of alerts. Its URL and its secrets are never shown, stored or logged. */
export interface Endpoint {
  readonly id: string;
  readonly url: URL;
  readonly format: EndpointFormat;
  /** Secrets of signatures, `whsec_…`; two while one replaces the other. Empty for other formats than `standard`. */
  readonly secrets: readonly string[];
  /** Chat of a `telegram` endpoint; null for other formats. */
  readonly chatId: string | null;
}

/** Content of the operator's file. */
export interface AlertConfig {
  readonly rules: readonly Rule[];
  readonly endpoints: readonly Endpoint[];
}

export const NO_ALERTS: AlertConfig = { rules: [], endpoints: [] };

export type ConditionOf<Type extends RuleType> = Extract<Condition, { readonly type: Type }>;
export type { Condition };
