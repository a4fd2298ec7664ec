import { useEffect, useState } from 'react';

/** Of the window's height: a part counts as read from here on, which is where eyes are and not where the window ends. */
const readingLine = 0.3;

/** The last part that begins above the line; at the end of the page the last one, which may never come up to it. */
export function partAt(
  tops: readonly { id: string; top: number }[],
  window: { height: number; atEnd: boolean },
): string | undefined {
  if (window.atEnd) return tops.at(-1)?.id;
  const begun = tops.filter(({ top }) => top <= window.height * readingLine);
  return (begun.at(-1) ?? tops[0])?.id;
}

/** Which part of a long page its reader is at, by its id; as the page scrolls. */
export function useCurrentPart(ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const all = ids.join(' ');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const tops = all.split(' ').flatMap((id) => {
        const part = document.getElementById(id);
        return part === null ? [] : { id, top: part.getBoundingClientRect().top };
      });
      const { scrollHeight, clientHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2;
      setCurrent(partAt(tops, { height: clientHeight, atEnd }));
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [all]);
  return current;
}
