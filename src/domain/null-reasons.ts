/** Reasons why a member is null. `docs/errors.md` explains each of them. */
export const NULL_REASONS = [
  'balanced',
  'before',
  'beyond_limit',
  'break_clock',
  'break_connection',
  'break_disagrees',
  'break_disk',
  'break_dropped',
  'break_ended',
  'break_overload',
  'break_refused',
  'break_restart',
  'break_sequence',
  'break_silence',
  'crossed_book',
  'damaged',
  'day_changed',
  'day_open',
  'delisted',
  'depth_limited',
  'known_share',
  'never',
  'never_recorded',
  'no_consensus',
  'no_day_old_record',
  'no_end',
  'no_price',
  'no_recent_record',
  'no_snapshot',
  'no_touch',
  'no_trades',
  'no_volume',
  'not_answered',
  'not_applicable',
  'not_decided',
  'not_published',
  'not_read',
  'not_resolved',
  'off',
  'pending',
  'removed',
  'too_few_bars',
  'too_few_samples',
  'too_few_trades',
  'too_many_trades',
  'withheld',
  'zero_denominator',
] as const;
export type NullReason = (typeof NULL_REASONS)[number];

/** Reasons by the path of the null member: `risk.sharpe`. */
export type WhyNull = Readonly<Record<string, NullReason>>;

/**
 * Paths of the members that may be null: `{risk: {sharpe: number | null}}` has `risk.sharpe`. Members of lists are not
 * included.
 */
export type NullPath<Answer> = {
  [Name in keyof Answer & string]-?:
    | (null extends Answer[Name] ? Name : never)
    | PathWithin<Name, NonNullable<Answer[Name]>>;
}[keyof Answer & string];

type PathWithin<Name extends string, Member> = Member extends Scalar | readonly unknown[]
  ? never
  : `${Name}.${NullPath<Member>}`;

type Scalar = string | number | boolean;

/**
 * Reason for each member of an answer that may be null: one reason, or a function of facts about the asset. null: no
 * reason is known, and `whyNull` omits the member.
 */
export type NullReasons<Answer, Facts> = {
  readonly [Path in NullPath<Answer>]: NullReason | null | ((facts: Facts) => NullReason | null);
};

/** Finds the reasons of the null members of an answer. A member without an entry in `reasons` is a type error. */
export function explainNulls<Answer extends object, Facts>(
  answer: Answer,
  reasons: NullReasons<Answer, Facts>,
  facts: Facts,
): WhyNull {
  const byPath: Readonly<Record<string, NullReasons<Answer, Facts>[NullPath<Answer>]>> = reasons;
  return explainNullPaths(answer, (path) => {
    const reason = byPath[path] ?? null;
    return typeof reason === 'function' ? reason(facts) : reason;
  });
}

/**
 * Finds the reasons of the null members of an answer whose members depend on the asset. Members of lists are skipped.
 *
 * @param findReason Returns the reason for a path; null: no reason is known, and the member is omitted.
 */
export function explainNullPaths(answer: object, findReason: (path: string) => NullReason | null): WhyNull {
  const reasons: Record<string, NullReason> = {};
  const visit = (value: object, prefix: string) => {
    for (const [name, member] of Object.entries(value)) {
      const path = prefix + name;
      if (member === null) {
        const reason = findReason(path);
        if (reason !== null) reasons[path] = reason;
      } else if (typeof member === 'object' && !Array.isArray(member)) visit(member, `${path}.`);
    }
  };
  visit(answer, '');
  return reasons;
}
