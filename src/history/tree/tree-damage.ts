import { DAY_MS, epochMs } from '../../domain/index.ts';
import type { TreeDamage, TreeManifest, TreePart } from './manifest.ts';
import { type DamagedSpan, mayLieIn, type SeriesSelection, type TreeWindow } from './tree-source.ts';

/** Lists the damage for a manifest: the current damage, and that of the parts that are not written again. */
export function listTreeDamage(
  {
    selection: { venues, assets },
    window,
  }: { readonly selection: SeriesSelection; readonly window: TreeWindow },
  found: readonly DamagedSpan[],
  before: TreeManifest | null,
  kept: readonly TreePart[],
): TreeDamage[] {
  const isSelected = (damage: TreeDamage) =>
    (damage.venue === null || (venues?.includes(damage.venue) ?? true)) &&
    (damage.asset === null || (assets?.includes(damage.asset) ?? true)) &&
    mayLieIn(damage, window);
  const isInKept = (damage: TreeDamage) =>
    damage.fromMs !== null &&
    kept.some(
      ({ path: name, firstMs, lastMs }) =>
        name.startsWith(`${isTapeKind(damage.kind) ? damage.kind : 'observations'}/venue=${damage.venue}/`) &&
        (firstMs === null ||
          mayLieIn(damage, { fromMs: startOfDay(firstMs), toMs: startOfDay(lastMs!) + DAY_MS })),
    );
  const all = [...found.filter(isSelected), ...(before?.damaged ?? []).filter(isInKept)];
  const distinct = new Map(all.map((one) => [JSON.stringify(one), one]));
  return [...distinct.keys()].sort().map((key) => distinct.get(key)!);
}

function isTapeKind(kind: TreeDamage['kind']): kind is 'books' | 'trades' {
  return kind === 'books' || kind === 'trades';
}

function startOfDay(time: number): number {
  return epochMs(Math.floor(time / DAY_MS) * DAY_MS);
}
