import type { Page } from '@playwright/test';

/** What is measured on a page that is open; axe measures contrast, headings and targets closer than 24 px beside it. */
export interface Measures {
  /** Pixels to scroll sideways. */
  beyond: number;
  /** Sum of layout shifts since the page was opened, and what moved. */
  shift: number;
  moved: string[];
  /** Texts smaller than 12 px. */
  smallTexts: string[];
  /** Controls smaller than 24 px in either direction, except links in a sentence. */
  smallTargets: string[];
  /** Buttons of the main action that are lower than 40 px on a telephone. */
  lowButtons: string[];
  /** Headings that skip a level. */
  skippedHeadings: string[];
  /** Top of the first work in pixels; null if it was not asked for. */
  workTop: number | null;
  width: number;
}

/** What a page does not reach yet: its layout shift, which may only fall, and known faults. */
export interface Bounds {
  shift?: number;
  known?: readonly string[];
  work?: Work;
}

/** What a page is opened for, and how far down it may begin at 1440 × 900 and on a telephone of 390 × 844 px. */
export interface Work {
  selector: string;
  wide: number;
  narrow: number;
}

/** The first control of the editor; the button that adds to a group without rows, or the way on from a form without fields. */
export const firstField: Work = {
  selector:
    'main :is([class*="_drop_"], :is(input:not([type="file"]), textarea, select)[id*="."], fieldset[id*="."] button, [class*="_end_"] button)',
  wide: 330,
  narrow: 650,
};
export const firstRow = (wide: number, narrow: number): Work => ({
  selector: 'main tbody tr',
  wide,
  narrow,
});

/** Returns what is wrong by these measures, in words. */
export function faultsIn(measures: Measures, { shift = 0.02, known, work }: Bounds = {}): string[] {
  const { beyond, moved, workTop, width, ...lists } = measures;
  const lowest = width === 1440 ? work?.wide : width === 390 ? work?.narrow : undefined;
  return [
    ...(beyond > 0 ? [`${beyond} px to scroll sideways`] : []),
    ...(measures.shift > shift ? [`moved by ${measures.shift.toFixed(3)}: ${moved.join(', ')}`] : []),
    ...(lowest !== undefined && !(workTop !== null && workTop <= lowest)
      ? [`first work at ${workTop} px, more than ${lowest}`]
      : []),
    ...lists.smallTexts,
    ...lists.smallTargets,
    ...lists.lowButtons,
    ...lists.skippedHeadings,
  ].filter((fault) => known?.includes(fault) !== true);
}

/** Measures the page as it is now. */
export const measure = (page: Page, work?: Work): Promise<Measures> =>
  page.evaluate(async (workSelector) => {
    const leastText = 12;
    const leastTarget = 24;
    const leastButton = 40;
    const root = document.documentElement;
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} ‘${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}’`;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.hidden-visually') === null;

    const smallTexts = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent === null || !textContent?.trim() || !isShown(parent)) continue;
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (size < leastText) smallTexts.add(`${nameOf(parent)}: ${size} px`);
    }

    const probe = document.body.appendChild(document.createElement('i'));
    const mainColours = ['--accent-fill', '--bad-fill'].map((token) => {
      probe.style.background = `var(${token})`;
      return getComputedStyle(probe).backgroundColor;
    });
    probe.remove();
    /** The area of a control that takes a press: its label, what is drawn over it, or the row that opens its link. */
    const areaOf = (control: Element): { width: number; height: number } => {
      const label = control instanceof HTMLInputElement ? control.labels?.[0] : null;
      const own = control.getBoundingClientRect();
      const around = (label ?? control.closest('tr[data-clickable]') ?? control).getBoundingClientRect();
      const over = getComputedStyle(control, '::after');
      const isOver = over.content !== 'none' && over.position === 'absolute';
      return {
        width: Math.max(own.width, around.width, isOver ? Number.parseFloat(over.width) : 0),
        height: Math.max(own.height, around.height, isOver ? Number.parseFloat(over.height) : 0),
      };
    };
    const smallTargets: string[] = [];
    const lowButtons: string[] = [];
    for (const control of document.querySelectorAll(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"], [role="slider"]',
    )) {
      if (!isShown(control) || control.closest('[inert]') !== null) continue;
      const { width, height } = areaOf(control);
      const said = `${nameOf(control)}: ${Math.round(width)} × ${Math.round(height)} px`;
      // A field that is folded away until it is opened.
      if (width === 0 || height === 0) continue;
      const style = getComputedStyle(control);
      const isInText = control.tagName === 'A' && style.display === 'inline';
      if (!isInText && Math.min(width, height) < leastTarget - 0.5) smallTargets.push(said);
      // A pressed one of several is no main action.
      const isMain =
        mainColours.includes(style.backgroundColor) && control.matches('a, button:not([aria-pressed])');
      if (
        isMain &&
        control.getAttribute('aria-label') === null &&
        height < (root.clientWidth < 768 ? leastButton : 32) - 0.5
      )
        lowButtons.push(said);
    }

    const skippedHeadings: string[] = [];
    let level = 0;
    for (const heading of document.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
      if (!isShown(heading)) continue;
      const own = Number(heading.tagName[1]);
      if (own > level + 1) skippedHeadings.push(`h${level} → ${nameOf(heading)}`);
      level = own;
    }

    const moved = new Set<string>();
    const shift = await new Promise<number>((done) => {
      let sum = 0;
      type Shift = PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      const observer = new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (hadRecentInput) continue;
          sum += value;
          for (const { node } of sources) if (node instanceof Element) moved.add(nameOf(node));
        }
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // What was buffered comes in a task of its own.
      setTimeout(() => {
        observer.disconnect();
        done(sum);
      }, 50);
    });
    const work =
      workSelector === undefined
        ? undefined
        : [...document.querySelectorAll(workSelector)].find((part) => isShown(part));
    return {
      workTop: work === undefined ? null : Math.round(work.getBoundingClientRect().top + window.scrollY),
      width: root.clientWidth,
      beyond: root.scrollWidth - root.clientWidth,
      shift,
      moved: [...moved],
      smallTexts: [...smallTexts],
      smallTargets: [...new Set(smallTargets)],
      lowButtons: [...new Set(lowButtons)],
      skippedHeadings,
    };
  }, work?.selector);
