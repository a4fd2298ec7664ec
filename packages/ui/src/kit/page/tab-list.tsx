import type { Language } from '@clearcall/i18n/language.ts';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import classes from './tab-list.module.css';

export interface Tab {
  label: string;
  lang?: Language | undefined;
  content: ReactNode;
}

/** Tabs over one place, the first one open: arrow keys, Home and End move and open, as screen readers expect. */
export function TabList(props: { label: string; tabs: readonly Tab[] }) {
  const id = useId();
  const [open, setOpen] = useState(0);
  const chosen = Math.min(open, props.tabs.length - 1);
  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = props.tabs.length - 1;
    const next = { ArrowRight: chosen + 1, ArrowLeft: chosen - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const index = (next + props.tabs.length) % props.tabs.length;
    setOpen(index);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus();
  };
  return (
    <>
      <div
        role="tablist"
        aria-label={props.label}
        className={`${classes.tabs} ${classes.ruled}`}
        onKeyDown={onKey}
      >
        {props.tabs.map(({ label, lang }, index) => (
          <button
            key={label}
            id={`${id}-tab-${index}`}
            type="button"
            role="tab"
            lang={lang}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setOpen(index)}
          >
            {label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${chosen}`}>
        {props.tabs[chosen]?.content}
      </div>
    </>
  );
}
