// Dragging with the pointer: in addition to tapping, never instead of it.
import type { Attachment } from "svelte/attachments";

const SLACK = 8; // pixels; below that it is a click

export interface Carried {
  readonly dx: number; // pixels from where the drag began
  readonly dy: number;
}

/** The element follows the pointer. `oncarry` gets its position, and null once it is dropped. */
export function carriable(oncarry: (carried: Carried | null) => void, ondrop: (carried: Carried) => void): Attachment<HTMLElement> {
  return (element) => {
    let taken: PointerEvent | null = null;
    let carried: Carried | null = null;

    function down(event: PointerEvent): void {
      if (!event.isPrimary || event.button !== 0) return;
      taken = event;
      element.setPointerCapture(event.pointerId); // a fast pointer leaves the card before the drag begins
    }
    function move(event: PointerEvent): void {
      if (taken === null || event.pointerId !== taken.pointerId) return;
      const now = { dx: event.clientX - taken.clientX, dy: event.clientY - taken.clientY };
      if (carried === null && Math.hypot(now.dx, now.dy) < SLACK) return;
      carried = now;
      element.style.translate = `${now.dx}px ${now.dy}px`;
      oncarry(now);
    }
    function up(): void {
      const dropped = carried;
      end();
      if (dropped === null) return;
      // Ignore the click that ends a drag.
      element.addEventListener("click", swallow, { capture: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
      ondrop(dropped);
    }
    function end(): void {
      if (carried !== null) oncarry(null);
      taken = carried = null;
      element.style.translate = "";
    }

    const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: end, lostpointercapture: end } as const;
    for (const [name, hear] of Object.entries(heard)) element.addEventListener(name, hear as EventListener);
    return () => {
      for (const [name, hear] of Object.entries(heard)) element.removeEventListener(name, hear as EventListener);
    };
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
