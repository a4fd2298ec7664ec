import { useSettled } from '@clearcall/ui/form/after-press.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { dateText } from '@clearcall/ui/kit/date-text.ts';
import { Dialog } from '@clearcall/ui/kit/dialog.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Note } from '@clearcall/ui/kit/note.tsx';
import { useEffect, useState } from 'react';
import type { KeptWords } from '../../shell/kept-copies.ts';
import classes from './editor.module.css';
import type { LeftOver } from './editor-session.ts';
import { asText } from './unsaved-words.ts';

/**
 * Words that were written here and can no longer go into the application: shown to be copied, field by field, for as
 * long as they are on this device.
 */
export function KeptWordsNote(props: { load: () => Promise<LeftOver> }) {
  const { load } = props;
  const [found, setFound] = useState<LeftOver | null>(null);
  const left = useSettled(found);
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    let gone = false;
    void load().then((left) => gone || setFound(left));
    return () => {
      gone = true;
    };
  }, [load]);
  if (left === null || left.words.length === 0) return null;
  const { words } = left;
  const forget = async () => {
    await left.forget();
    setAsked(false);
    setFound(null);
  };
  return (
    <Note kind="warn" live>
      <section aria-label="Words on this device">
        <p>
          <b>
            {words.length === 1 ? '1 answer' : `${words.length} answers`} on this device could not be saved
          </b>
        </p>
        <p>
          You wrote this here, and the application can no longer take it. Copy what you want to keep. It stays
          on this device until you delete it
          {left.keepUntil === '' ? '' : `, or until ${dateText(left.keepUntil)}`}.
        </p>
        <dl className={classes.keptWords}>
          {words.map(({ name, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have the same name and words
            <div key={index}>
              <dt>{name}</dt>
              <dd>{text === '' ? <span className="muted">Emptied</span> : text}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.noteAction}>
          <CopyWords words={words} />
          <Button size="sm" variant="subtle" onClick={() => setAsked(true)}>
            Delete from this device
          </Button>
        </p>
      </section>
      <Dialog
        opened={asked}
        onClose={() => setAsked(false)}
        title="Delete these words?"
        actions={
          <>
            <Button variant="danger-filled" onClick={() => void forget()}>
              Delete
            </Button>
            <Button onClick={() => setAsked(false)}>Keep them</Button>
          </>
        }
      >
        <p>They are on this device only and cannot be brought back.</p>
      </Dialog>
    </Note>
  );
}

/** All of the words for the clipboard; where that is forbidden, as a text that can be marked. */
export function CopyWords(props: { words: readonly KeptWords[] }) {
  const [done, setDone] = useState<'copied' | 'shown' | null>(null);
  const text = asText(props.words);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone('copied');
    } catch {
      setDone('shown');
    }
  };
  return (
    <>
      <Button size="sm" leftSection={<Icon name="copy" />} onClick={() => void copy()}>
        {done === 'copied' ? 'Copied' : 'Copy my changes'}
      </Button>
      {done === 'shown' ? (
        <textarea className={classes.words} readOnly rows={8} value={text} aria-label="My changes" />
      ) : null}
    </>
  );
}
