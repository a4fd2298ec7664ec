import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './header-search.module.css';

const fewest = 3;

/** The search of staff over all applications, on every page: it opens their list, whose address holds what was typed. */
export function HeaderSearch(props: { role: string; className: string; shortcut?: boolean }) {
  const navigate = useNavigate();
  const shown = useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/applications' && 'search' in search ? (search.search ?? '') : '',
  });
  const box = useRef<HTMLInputElement>(null);
  const menuCloser = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (props.shortcut !== true) return;
    const onKey = (event: KeyboardEvent) => {
      const isAsked = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      // In a narrow window the field is in the menu.
      if (!isAsked || box.current === null || box.current.offsetParent === null) return;
      if (document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      box.current.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [props.shortcut]);
  return (
    <search className={`${classes.search} ${props.className}`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const input = box.current;
          if (input === null) return;
          const wanted = input.value.trim();
          if (wanted === '') {
            input.focus();
            return;
          }
          input.setCustomValidity(wanted.length < fewest ? t('frame.search.short') : '');
          if (!input.reportValidity()) return;
          void navigate({ to: '/applications', search: { role: props.role, search: wanted } });
          menuCloser.current?.click();
        }}
      >
        <input
          key={shown}
          ref={box}
          type="search"
          aria-label={t('frame.search.label')}
          aria-keyshortcuts={props.shortcut === true ? 'Control+K Meta+K' : undefined}
          title={props.shortcut === true ? t('frame.search.shortcut') : undefined}
          placeholder={t('frame.search.places')}
          defaultValue={shown}
          maxLength={200}
          autoComplete="off"
          onInput={(event) => event.currentTarget.setCustomValidity('')}
        />
        <button type="submit" aria-label={t('frame.search.label')}>
          <Icon name="search" />
        </button>
        {/* The menu of narrow windows closes by a press inside. */}
        <span ref={menuCloser} hidden data-closes="" />
      </form>
    </search>
  );
}
