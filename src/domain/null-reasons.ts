/** Why a member is null; each is explained in `docs/errors.md`. */
export const NULL_REASONS = [
  'balanced',
  'beyond_limit',
  'crossed_book',
  'delisted',
  'never_recorded',
  'no_consensus',
  'no_day_old_record',
  'no_end',
  'no_price',
  'no_recent_record',
  'no_snapshot',
  'no_touch',
  'no_volume',
  'not_applicable',
  'not_published',
  'not_read',
  'not_resolved',
  'too_few_bars',
  'zero_denominator',
] as const;
export type NullReason = (typeof NULL_REASONS)[number];

/** By the path of the member: `risk.sharpe`. */
export type WhyNull = Readonly<Record<string, NullReason>>;

/**
 * Every null of an answer, by its path, with its reason. Members of lists are passed over.
 *
 * @param findReason null: no reason is known, and the member is left out.
 */
export function explainNulls(answer: object, findReason: (path: string) => NullReason | null): WhyNull {
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
