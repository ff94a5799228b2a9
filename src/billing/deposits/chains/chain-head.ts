/** Newest block of a chain, final or not, as its nodes state it. */
export interface ChainHead {
  /** Position of the block in the unit of the chain: block, slot or epoch ms. */
  readonly position: number;
  /** Time of the block, epoch ms; null: no node states it. */
  readonly timeMs: number | null;
}

/**
 * Finds the newest head among all nodes that answer, since a block that any node knows is public.
 *
 * @returns null when no node answers.
 */
export async function findNewestHead<Node>(
  nodes: readonly Node[],
  ask: (node: Node) => Promise<ChainHead | null>,
): Promise<ChainHead | null> {
  const answers = await Promise.allSettled(nodes.map(ask));
  const heads = answers.flatMap((one) =>
    one.status === 'fulfilled' && one.value !== null ? [one.value] : [],
  );
  if (heads.length === 0) return null;
  const times = heads.flatMap(({ timeMs }) => (timeMs === null ? [] : [timeMs]));
  return {
    position: Math.max(...heads.map(({ position }) => position)),
    timeMs: times.length === 0 ? null : Math.max(...times),
  };
}
