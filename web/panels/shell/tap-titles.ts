import { say } from '../notice.ts';

const OPENS = 'a, button, input, select, label, summary, .row.opens';

/** Shows by a tap the title that hovering shows, where there is no pointer to hover with. */
export function showTitlesOnTap(): void {
  addEventListener('click', (event) => {
    if ((event as PointerEvent).pointerType !== 'touch' || !(event.target instanceof Element)) return;
    if (event.target.closest(OPENS) !== null) return;
    const title =
      event.target.closest('[title]')?.getAttribute('title') ?? event.target.closest('title')?.textContent;
    if (title != null && title !== '') say(title);
  });
}
