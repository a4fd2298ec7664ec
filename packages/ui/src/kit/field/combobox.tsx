import { folded } from '@clearcall/domain/values/folded.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { Popup } from '../overlay/popup.tsx';
import { namedBy } from '../text/author-text.tsx';
import { quoting } from '../text/quoting.tsx';
import { pageLanguage, t } from '../text/translate.ts';
import classes from './field.module.css';
import { isComposing } from './is-composing.ts';

export interface Choice {
  value: string;
  label: string;
  /** A second line: centre, kind, description. */
  detail?: string;
  /** The language of the label, where it is not that of the page. */
  lang?: Language | undefined;
}

const maxShown = 200;

/** Every word must be found in code, label or detail; what begins with the words comes first. */
function search(choices: readonly Choice[], content: string): readonly Choice[] {
  const wanted = folded(content)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return choices;
  const first = wanted[0] ?? '';
  const found: Choice[] = [];
  const begins: Choice[] = [];
  for (const choice of choices) {
    const label = folded(choice.label);
    const code = folded(choice.value);
    const all = `${code} ${label} ${folded(choice.detail ?? '')}`;
    if (!wanted.every((word) => all.includes(word))) continue;
    (label.startsWith(first) || code.startsWith(first) ? begins : found).push(choice);
  }
  return [...begins, ...found];
}

/** A code that says more than its label: shown beside it. */
function codeOf(choice: Choice): string {
  return /^[A-Z]{1,4}\d{0,3}$/.test(choice.value) && !choice.label.startsWith(choice.value)
    ? choice.value
    : '';
}

/**
 * A long list to choose from, searched by code and title. With `multiple` the chosen ones stand as chips before the
 * text. Arrows move, Enter chooses, Escape closes; the text of a choice is put back when nothing else was chosen.
 */
export function Combobox(props: {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  choices: readonly Choice[];
  values: readonly string[];
  multiple?: boolean;
  autoComplete?: string;
  /** Why the list is empty, when it is. */
  emptyText?: ReactNode;
  choose: (values: readonly string[]) => void;
  leave: () => void;
}) {
  const { choices, values, multiple = false } = props;
  const [open, setOpen] = useState(false);
  const [content, setContent] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const found = useMemo(() => (open ? search(choices, content ?? '') : []), [open, choices, content]);
  const shown = found.slice(0, maxShown);
  const listId = `${props.id}:list`;
  const optionId = (index: number) => `${listId}:${index}`;
  const choiceOf = (value: string) => choices.find((choice) => choice.value === value);
  const labelOf = (value: string) => choiceOf(value)?.label ?? t('forms.choose.notOffered', { value });
  const single = multiple ? undefined : values[0];
  const chosenDetail =
    single === undefined || content !== null
      ? undefined
      : choices.find((choice) => choice.value === single)?.detail;

  const show = () => {
    if (open) return;
    setOpen(true);
    setActive(Math.max(0, multiple ? 0 : choices.findIndex((choice) => choice.value === single)));
  };
  const close = () => {
    setOpen(false);
    setContent(null);
  };
  const choose = (choice: Choice) => {
    if (multiple) {
      const chosen = values.includes(choice.value);
      props.choose(chosen ? values.filter((value) => value !== choice.value) : [...values, choice.value]);
      setContent(null);
      return;
    }
    props.choose([choice.value]);
    close();
  };
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to));
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event)) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        event.preventDefault();
        if (open) move(active + (event.key === 'ArrowDown' ? 1 : -1));
        else show();
        return;
      case 'PageDown':
      case 'PageUp':
        if (!open) return;
        event.preventDefault();
        move(active + (event.key === 'PageDown' ? 8 : -8));
        return;
      case 'Enter': {
        const choice = shown[active];
        event.preventDefault();
        if (open && choice) choose(choice);
        else if (!open) show();
        return;
      }
      case 'Escape':
        if (!open) return;
        // Or the dialog that it stands in would close too.
        event.preventDefault();
        event.stopPropagation();
        close();
        return;
      case 'Backspace':
        if (multiple && (content ?? '') === '') props.choose(values.slice(0, -1));
        return;
      default:
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus has left all of it
    <div
      className={classes.combo}
      ref={box}
      data-invalid={props.invalid || undefined}
      onBlur={(event) => {
        if (box.current?.contains(event.relatedTarget)) return;
        if (!multiple && content !== null && content.trim() === '' && single !== undefined) props.choose([]);
        close();
        props.leave();
      }}
    >
      {multiple ? (
        <Chips
          values={values}
          labelOf={labelOf}
          langOf={(value) => choiceOf(value)?.lang}
          remove={(value) => {
            props.choose(values.filter((one) => one !== value));
            input.current?.focus();
          }}
        />
      ) : null}
      <span className={classes.comboText}>
        <input
          ref={input}
          id={props.id}
          type="text"
          role="combobox"
          autoComplete={props.autoComplete ?? 'off'}
          spellCheck={false}
          className={classes.comboInput}
          lang={content === null && single !== undefined ? choiceOf(single)?.lang : undefined}
          value={content ?? (single === undefined ? '' : labelOf(single))}
          placeholder={multiple && values.length > 0 ? '' : t('forms.choose.search')}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && shown[active] ? optionId(active) : undefined}
          aria-required={props.required}
          aria-invalid={props.invalid}
          aria-describedby={props.describedBy}
          onClick={(event) => {
            if (!open && content === null) event.currentTarget.select();
            show();
          }}
          onChange={(event) => {
            setContent(event.currentTarget.value);
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        {chosenDetail ? <span className={classes.comboDetail}>{chosenDetail}</span> : null}
      </span>
      <span className={classes.comboMark}>
        <Icon name="search" />
      </span>
      {open ? (
        <Popup anchor={box} fill>
          {/* The focus stays in the text; the list only follows. */}
          <div
            id={listId}
            role="listbox"
            aria-labelledby={props.labelId}
            aria-multiselectable={multiple || undefined}
            className={classes.list}
            onPointerDown={(event) => event.preventDefault()}
          >
            {shown.map((choice, index) => {
              const chosen = values.includes(choice.value);
              const code = codeOf(choice);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the text beside it has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: active by aria-activedescendant
                <div
                  key={choice.value}
                  id={optionId(index)}
                  role="option"
                  aria-selected={chosen}
                  data-active={index === active || undefined}
                  className={classes.option}
                  onClick={() => choose(choice)}
                  onPointerMove={() => setActive(index)}
                >
                  <span className={classes.optionMark}>
                    {chosen ? <Icon name="check" size={14} /> : null}
                  </span>
                  <span>
                    <span lang={choice.lang}>{choice.label}</span>
                    {choice.detail ? <small>{choice.detail}</small> : null}
                  </span>
                  {code === '' ? null : <span className={classes.optionCode}>{code}</span>}
                </div>
              );
            })}
            {shown.length === 0 ? (
              <p className={classes.listNote}>
                {choices.length === 0
                  ? (props.emptyText ?? t('forms.choose.nothing'))
                  : t('forms.choose.notFound')}
              </p>
            ) : null}
            {found.length > shown.length ? (
              <p className={classes.listNote}>{t('forms.choose.more', { n: found.length - shown.length })}</p>
            ) : null}
          </div>
        </Popup>
      ) : null}
      <span className="hidden-visually" role="status">
        {open && content !== null ? t('forms.choose.found', { n: found.length }) : ''}
      </span>
    </div>
  );
}

const maxChipLength = 15;

/** The chosen ones, each with a way to take it out. A long label is cut; its title tells it whole. */
export function Chips(props: {
  values: readonly string[];
  labelOf: (value: string) => string;
  langOf?: (value: string) => Language | undefined;
  remove: (value: string) => void;
}) {
  if (props.values.length === 0) return null;
  return (
    <ul className={classes.chips}>
      {props.values.map((value) => {
        const label = props.labelOf(value);
        const letters = [...label];
        const lang = props.langOf?.(value);
        const remove = namedBy(t('forms.choose.remove', { name: label }), (words) =>
          quoting(words, { title: label, lang }),
        );
        return (
          <li key={value} className={classes.chip} title={label} lang={lang}>
            <span aria-hidden={letters.length > maxChipLength || undefined}>
              {letters.length > maxChipLength ? `${letters.slice(0, maxChipLength).join('')}…` : label}
            </span>
            {letters.length > maxChipLength ? <span className="hidden-visually">{label}</span> : null}
            <button
              type="button"
              lang={lang && pageLanguage()}
              aria-label={remove.attributes['aria-label']}
              onClick={() => props.remove(value)}
            >
              <Icon name="close" size={14} />
              {remove.content}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
