import type { Settling } from '../../domain/index.ts';
import { findPlain, TermsDraft } from '../settling/terms-draft.ts';
import { findExpiry } from './description.ts';

/** Reads how a price market of the template, or of the older class, settles; null for any other market. */
export function readSettling(name: string, fields: ReadonlyMap<string, string>): Settling | null {
  if (name === 'template:binaryPrice') {
    const perp = fields.get('perp');
    return perp === undefined ? null : describe(perp, fields, { strike: 'threshold', closeAt: 'time' });
  }
  const underlying = fields.get('underlying');
  if (fields.get('class') !== 'priceBinary' || underlying === undefined) return null;
  return describe(underlying, fields, { strike: 'targetPrice', closeAt: 'expiry' });
}

/**
 * States the known terms. The market settles by the venue's own mark, which is not a recorded source, and its text does
 * not say how a tie resolves.
 */
function describe(
  perp: string,
  fields: ReadonlyMap<string, string>,
  names: { readonly strike: string; readonly closeAt: string },
): Settling {
  const draft = new TermsDraft();
  draft.state('coin', [perp.toLowerCase(), names.strike === 'threshold' ? 'perp' : 'underlying']);
  draft.state('closeAt', [findExpiry(fields.get(names.closeAt)), names.closeAt]);
  draft.state('strikeFrom', ['stated', 'template']);
  draft.state('strike', [findPlain(fields.get(names.strike)), names.strike]);
  draft.state('toleranceSeconds', [0, 'not published']);
  const isOwnMark = names.strike === 'threshold' && !perp.includes(':');
  if (isOwnMark) draft.state('test', ['above', 'template']);
  return draft.finish();
}
