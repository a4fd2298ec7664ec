import { type RefObject, useLayoutEffect } from 'react';

const gap = 4;
const edge = 8;

/**
 * Puts a box of the browser's top layer under its anchor, above it where there is more room, and never out of the window
 * nor over the anchor: a menu that is higher than its room scrolls (`--room`). `align`: which of their edges are one
 * above the other.
 */
export function placeUnder(box: HTMLElement, anchor: HTMLElement, align: 'start' | 'end'): void {
  const at = anchor.getBoundingClientRect();
  box.style.removeProperty('--room');
  const { width, height } = box.getBoundingClientRect();
  const left = align === 'start' ? at.left : at.right - width;
  const [above, below] = [at.top - gap - edge, window.innerHeight - at.bottom - gap - edge];
  const upwards = below < height && above > below;
  box.style.setProperty('--room', `${upwards ? above : below}px`);
  box.style.left = `${Math.max(edge, Math.min(left, window.innerWidth - width - edge))}px`;
  box.style.top = `${upwards ? Math.max(edge, at.top - height - gap) : at.bottom + gap}px`;
}

/**
 * Keeps an open box at its anchor: as it opens, as either grows or moves, and as the page scrolls below them. Where the
 * anchor goes, as the heads of a table do that becomes cards, the box closes.
 */
export function useHanging(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  opened: boolean,
  align: 'start' | 'end' = 'start',
): void {
  useLayoutEffect(() => {
    const hung = box.current;
    const place = () => {
      if (!hung || !anchor.current) return;
      if (anchor.current.getClientRects().length === 0) hung.hidePopover();
      else placeUnder(hung, anchor.current, align);
    };
    if (!opened || !hung) return;
    place();
    const resized = new ResizeObserver(place);
    // The page too: it is laid out anew after the window has told its new size.
    for (const one of [hung, anchor.current, document.body]) if (one) resized.observe(one);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [box, anchor, opened, align]);
}
