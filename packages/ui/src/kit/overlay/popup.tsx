import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import classes from './hanging.module.css';
import { useHanging } from './hanging.ts';

/**
 * A box that hangs under its anchor while it is drawn, above everything else on the page: groups are drawn lazily and
 * would cut off what stands out of them. It takes no focus and closes when its owner says so.
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
    const width = fill ? anchor.current?.offsetWidth : undefined;
    if (popup && width !== undefined) {
      popup.style.minWidth = `${width}px`;
      popup.style.maxWidth = `${Math.max(width, 280)}px`;
    }
    popup?.showPopover?.();
  }, [anchor, fill]);
  useHanging(box, anchor, true);
  return (
    <div ref={box} popover="manual" className={classes.box}>
      {props.children}
    </div>
  );
}
