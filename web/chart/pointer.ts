import { panned, type TimeWindow, zoomed } from './window.ts';

export interface PointerOptions {
  /** Called when the viewer zoomed or panned. */
  readonly onWindow: (window: TimeWindow) => void;
  /** Called when the viewer wants the range that follows the present again. */
  readonly onReset: () => void;
  /** Called when the viewer pressed a time, without dragging. Absent: presses mean nothing. */
  readonly onPress?: (atMs: number) => void;
}

/** A pointer that moves less between press and release did not drag, CSS pixels. */
const MAX_STILL_PX = 4;

/** Follows the pointer: the wheel zooms about it, dragging pans, a double click goes back. @returns Ends it. */
export function followPointer(
  over: HTMLElement,
  windowNow: () => TimeWindow,
  options: PointerOptions,
): () => void {
  let dragged: { readonly x: number; readonly window: TimeWindow; isMoving: boolean } | null = null;
  const handlers: Readonly<Record<string, (event: never) => void>> = {
    wheel: (event: WheelEvent) => {
      event.preventDefault();
      const window = windowNow();
      const at = event.offsetX / over.clientWidth;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        return options.onWindow(panned(window, event.deltaX / over.clientWidth));
      }
      const factor = Math.exp(Math.max(-100, Math.min(100, event.deltaY)) * 0.0025);
      options.onWindow(zoomed(window, factor, at));
    },
    pointerdown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      dragged = { x: event.clientX, window: windowNow(), isMoving: false };
      over.setPointerCapture(event.pointerId);
    },
    pointermove: (event: PointerEvent) => {
      if (dragged === null) return;
      dragged.isMoving ||= Math.abs(event.clientX - dragged.x) > MAX_STILL_PX;
      if (!dragged.isMoving) return;
      options.onWindow(panned(dragged.window, (dragged.x - event.clientX) / over.clientWidth));
    },
    pointerup: (event: PointerEvent) => {
      const pressed = dragged;
      dragged = null;
      if (pressed === null || pressed.isMoving) return;
      const { fromMs, toMs } = windowNow();
      options.onPress?.(fromMs + (event.offsetX / over.clientWidth) * (toMs - fromMs));
    },
    pointercancel: () => {
      dragged = null;
    },
    dblclick: () => options.onReset(),
  };
  for (const [name, handler] of Object.entries(handlers)) {
    over.addEventListener(name, handler as EventListener, { passive: false });
  }
  return () => {
    for (const [name, handler] of Object.entries(handlers))
      over.removeEventListener(name, handler as EventListener);
  };
}
