import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './popup.module.css';

/**
 * A box that hangs under its anchor, above everything else on the page: groups are drawn lazily and would cut off what
 * stands out of them. Opens upwards where there is no room below.
 */
export function Popup(props: {
  anchor: RefObject<HTMLElement | null>;
  /** As wide as the anchor at least. */
  fill?: boolean;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const { anchor, fill } = props;
  useLayoutEffect(() => {
    const popup = box.current;
    const place = () => {
      const at = anchor.current?.getBoundingClientRect();
      if (!popup || !at) return;
      popup.style.minWidth = fill ? `${at.width}px` : '';
      popup.style.maxWidth = fill ? `${Math.max(at.width, 280)}px` : '';
      const height = popup.offsetHeight;
      const below = window.innerHeight - at.bottom;
      const upwards = below < height + 8 && at.top > below;
      popup.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - popup.offsetWidth - 8))}px`;
      popup.style.top = `${upwards ? Math.max(8, at.top - height - 4) : at.bottom + 4}px`;
    };
    popup?.showPopover?.();
    place();
    const resized = new ResizeObserver(place);
    if (popup) resized.observe(popup);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      resized.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor, fill]);
  return (
    <div ref={box} popover="manual" className={classes.popup}>
      {props.children}
    </div>
  );
}
