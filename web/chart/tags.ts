/** Axis of a tag: it is drawn beside the price axis, or below the time axis. */
export type TagAxis = 'price' | 'time';

/** Labels on an axis that move with their values. They are elements, so that moving one does not redraw the chart. */
export interface Tag {
  /**
   * Places the tag on its axis.
   *
   * @param at CSS pixels along the axis, from the upper left of the plotting area; null hides it.
   */
  place(at: number | null, text: string): void;
}

/** Adds a tag to an axis. @param plot The plotting area, whose edges are the axes. */
export function addTag(plot: HTMLElement, axis: TagAxis, kind: 'last' | 'cursor'): Tag {
  const tag = document.createElement('span');
  tag.className = `axis-tag ${axis} ${kind}`;
  tag.hidden = true;
  tag.setAttribute('aria-hidden', 'true');
  plot.append(tag);
  return {
    place: (at, text) => {
      const length = axis === 'price' ? plot.clientHeight : plot.clientWidth;
      tag.hidden = at === null || at < 0 || at > length;
      if (tag.hidden || at === null) return;
      if (tag.textContent !== text) tag.textContent = text;
      tag.style.transform =
        axis === 'price' ? `translateY(calc(${at}px - 50%))` : `translateX(calc(${at}px - 50%))`;
    },
  };
}
