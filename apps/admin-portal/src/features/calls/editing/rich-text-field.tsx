import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import {
  type CallDefinition,
  mapDocumentAddresses,
} from '@clearcall/domain/calls/definition/call-definition.ts';
import { isSafeAddress } from '@clearcall/domain/values/rich-text.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import fields from '@clearcall/ui/kit/field/field.module.css';
import { FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { authorLanguage, langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { cleanHtml } from '@clearcall/ui/kit/text/clean-html.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import { useCallEditing, useHeld } from './call-editing.tsx';
import { textIn } from './draft-texts.ts';
import classes from './editing.module.css';
import { type DraftPlace, refusedAt } from './use-draft-text.ts';

/** How long after the last change a text is saved while its field has the focus. */
const restMs = 3_000;

/**
 * The browser edits the text by itself; these commands give it the tags that a rich text may have. They are called
 * deprecated, but nothing replaces them and all browsers have them.
 */
const run = (command: string, value?: string): void => void document.execCommand(command, false, value);

const block = (): string => document.queryCommandValue('formatBlock').toLowerCase();
const toggleHeading = () => run('formatBlock', block() === 'h3' ? 'p' : 'h3');

/** Browsers put a list into the paragraph that it is made of, where no list may be. */
function toggleList(text: HTMLElement, command: string): void {
  run(command);
  const selection = document.getSelection();
  if (selection === null) return;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  const lists = text.querySelectorAll('p > ul, p > ol');
  for (const list of lists) list.parentElement?.replaceWith(...list.parentElement.childNodes);
  if (lists.length > 0 && anchorNode !== null && focusNode !== null)
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
}

/** Hard spaces, but for those of French punctuation: browsers put one where an edited text begins or ends. */
const hardSpaces = /(?<!«)&nbsp;(?![»:;?!%])/g;

/** Clean rich text without empty paragraphs: paragraphs have space between them. */
async function tidied(html: string): Promise<string> {
  const holder = document.createElement('template');
  holder.innerHTML = await cleanHtml(html);
  for (const paragraph of holder.content.querySelectorAll('p'))
    if (paragraph.textContent?.trim() === '') paragraph.remove();
  return holder.innerHTML.replaceAll(hardSpaces, ' ');
}

const commands = [
  { name: 'bold', text: 'B', press: () => run('bold'), isOn: () => document.queryCommandState('bold') },
  { name: 'italic', text: 'I', press: () => run('italic'), isOn: () => document.queryCommandState('italic') },
  { name: 'heading', text: 'H', press: toggleHeading, isOn: () => block() === 'h3' },
  {
    name: 'bullets',
    text: '•',
    press: (text: HTMLElement) => toggleList(text, 'insertUnorderedList'),
    isOn: () => document.queryCommandState('insertUnorderedList'),
  },
  {
    name: 'numbers',
    text: '1.',
    press: (text: HTMLElement) => toggleList(text, 'insertOrderedList'),
    isOn: () => document.queryCommandState('insertOrderedList'),
  },
] as const;

/** Rich text of the draft: what it shows is what visitors will see. Documents of the call are linked by their names. */
export function RichTextField(
  props: DraftPlace & { label: string; lang: Language; call: CallDefinition; callId: number },
) {
  const { at, stored, write, label, lang, call, callId } = props;
  const editing = useCallEditing();
  const refused = refusedAt(editing, at);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The text as it was drawn, to know whether it was changed. */
  const drawn = useRef('');
  const [isFocused, setFocused] = useState(false);
  const [on, setOn] = useState<readonly string[]>([]);
  const [link, setLink] = useState<{ range: Range; address: string } | null>(null);
  const chosen = useRef<{ range: Range; address: string } | null>(null);
  const shown = refused?.text ?? stored;
  // What others write is not drawn while the text has the focus.
  useHeld(at, isFocused || link !== null);

  useEffect(() => {
    if (isFocused || link !== null) return;
    let isOld = false;
    const live = mapDocumentAddresses(shown, (address) =>
      callDocumentAddress(callId, address.slice('document:'.length)),
    );
    void cleanHtml(live).then((html) => {
      if (isOld || box.current === null || box.current === document.activeElement) return;
      if (box.current.innerHTML !== html) box.current.innerHTML = html;
      drawn.current = box.current.innerHTML;
    });
    return () => {
      isOld = true;
    };
  }, [shown, isFocused, link, callId]);

  const save = async () => {
    clearTimeout(timer.current);
    const html = box.current?.innerHTML;
    if (html === undefined || html === drawn.current) return;
    drawn.current = html;
    editing.edit(write(await tidied(html)));
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // While the text is still there to be read.
  useLayoutEffect(() => () => void latest.current(), []);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (box.current === null || box.current.innerHTML === drawn.current) return;
      void latest.current();
      event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => window.removeEventListener('beforeunload', leave);
  }, []);

  const look = () => setOn(commands.filter(({ isOn }) => isOn()).map(({ name }) => name));
  const changed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void latest.current(), restMs);
    look();
  };
  const openLink = () => {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0 || !box.current?.contains(selection.anchorNode)) {
      box.current?.focus();
      return;
    }
    const around = selection.anchorNode?.parentElement?.closest('a');
    if (around) selection.selectAllChildren(around);
    setLink({ range: selection.getRangeAt(0).cloneRange(), address: around?.getAttribute('href') ?? '' });
  };
  // Nothing behind the dialog can be edited before it is closed.
  useEffect(() => {
    const asked = chosen.current;
    if (link !== null || asked === null) return;
    chosen.current = null;
    box.current?.focus();
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(asked.range);
    if (asked.address === '') run('unlink');
    else if (asked.range.collapsed) {
      const anchor = document.createElement('a');
      anchor.href = asked.address;
      anchor.textContent = asked.address;
      run('insertHTML', anchor.outerHTML);
    } else run('createLink', asked.address);
  }, [link]);
  const error = refused?.sentence ?? null;
  return (
    <div id={idOfPlace(at)} className={fields.full}>
      <FieldFrame
        id={id}
        className={undefined}
        frame="group"
        title={label}
        required={false}
        hint=""
        error={error}
        live
      >
        <div className={classes.rich}>
          <div className={classes.tools} role="toolbar" aria-label={t('setup.callEditing.format')}>
            {commands.map(({ name, text, press }) => (
              <button
                key={name}
                type="button"
                data-tool={name}
                data-sign={text}
                title={t(`setup.callEditing.format.${name}`)}
                aria-label={t(`setup.callEditing.format.${name}`)}
                aria-pressed={isFocused && on.includes(name)}
                // The selection stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  if (box.current === null) return;
                  box.current.focus();
                  press(box.current);
                  changed();
                }}
              />
            ))}
            <IconButton
              label={t('setup.callEditing.format.link')}
              icon="external"
              onMouseDown={(event) => event.preventDefault()}
              onClick={openLink}
            />
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a textarea has no rich text */}
          <div
            ref={box}
            contentEditable
            suppressContentEditableWarning
            role="textbox"
            tabIndex={0}
            aria-multiline="true"
            aria-labelledby={`${id}:label`}
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? undefined : `${id}:error`}
            lang={lang}
            className={`read ${classes.richText}`}
            onFocus={() => {
              setFocused(true);
              run('defaultParagraphSeparator', 'p');
            }}
            onBlur={(event) => {
              if (event.currentTarget.parentElement?.contains(event.relatedTarget)) return;
              void save();
              setFocused(false);
            }}
            onInput={changed}
            onKeyUp={look}
            onMouseUp={look}
            onPaste={(event) => {
              const html = event.clipboardData.getData('text/html');
              if (html === '') return;
              event.preventDefault();
              void cleanHtml(html).then((clean) => run('insertHTML', clean));
            }}
          />
        </div>
      </FieldFrame>
      {link === null ? null : (
        <LinkDialog
          address={link.address}
          call={call}
          callId={callId}
          set={(address) => {
            chosen.current = { range: link.range, address };
            setLink(null);
          }}
          onClose={() => setLink(null)}
        />
      )}
    </div>
  );
}

/** Asks where a link leads: to a document of the call, or to an address. */
function LinkDialog(props: {
  address: string;
  call: CallDefinition;
  callId: number;
  set: (address: string) => void;
  onClose: () => void;
}): ReactNode {
  const { call, callId, set, onClose } = props;
  const [address, setAddress] = useState(props.address);
  const [isWrong, setWrong] = useState(false);
  const organisation = authorLanguage();
  const documents = call.documents.map(({ id, title }) => ({
    value: callDocumentAddress(callId, id),
    label: textIn(title, organisation, organisation) || id,
    lang: langOf({}, 'title'),
  }));
  const save = () => {
    if (isSafeAddress(address.trim())) set(address.trim());
    else setWrong(true);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('setup.callEditing.format.link')}
      actions={
        <>
          <Button variant="filled" onClick={save}>
            {t('setup.callEditing.link.set')}
          </Button>
          {props.address === '' ? null : (
            <Button onClick={() => set('')}>{t('setup.callEditing.link.remove')}</Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      {documents.length === 0 ? null : (
        <SelectField
          label={t('setup.callEditing.link.document')}
          value={documents.some(({ value }) => value === address) ? address : ''}
          unset={t('setup.callEditing.link.elsewhere')}
          choices={documents}
          set={setAddress}
        />
      )}
      <TextField
        label={t('setup.callEditing.link.address')}
        hint={t('setup.callEditing.link.hint')}
        value={address}
        error={isWrong ? t('setup.callEditing.link.wrong') : null}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
    </Dialog>
  );
}
