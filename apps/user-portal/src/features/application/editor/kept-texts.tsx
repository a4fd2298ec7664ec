import { Button } from '@clearcall/ui/kit/button.tsx';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { unbroken } from '@clearcall/ui/kit/text/unbroken.tsx';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { useEffect, useState } from 'react';
import type { KeptTexts } from '../../../parts/kept/kept-copies.ts';
import classes from './editor.module.css';
import type { LeftOver } from './editor-session.ts';
import { asText } from './unsaved-texts.ts';

/**
 * Words that were written here and can no longer go into the application: shown to be copied, field by field, for as
 * long as they are on this device.
 */
export function KeptTextsNote(props: { load: () => Promise<LeftOver> }) {
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
      <section aria-label={t('editor.kept.name')}>
        <p>
          <b>{t('editor.kept.title', { n: words.length })}</b>
        </p>
        <p>
          {left.keepUntil === ''
            ? t('editor.kept.text')
            : unbroken(t('editor.kept.textUntil', { day: dateText(left.keepUntil) }))}
        </p>
        <dl className={classes.keptTexts}>
          {words.map(({ name, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two answers may have the same name and words
            <div key={index}>
              <dt>{name}</dt>
              <dd>{text === '' ? <span className="muted">{t('editor.kept.emptied')}</span> : text}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.noteAction}>
          <CopyTexts words={words} />
          <Button size="sm" variant="subtle" onClick={() => setAsked(true)}>
            {t('editor.kept.deleteHere')}
          </Button>
        </p>
      </section>
      <Dialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('editor.kept.deleteAsk')}
        actions={
          <>
            <Button variant="danger-filled" onClick={() => void forget()}>
              {t('editor.kept.delete')}
            </Button>
            <Button variant="subtle" onClick={() => setAsked(false)}>
              {t('editor.kept.keep')}
            </Button>
          </>
        }
      >
        <p>{t('editor.kept.deleteText')}</p>
      </Dialog>
    </Note>
  );
}

/** All of the words for the clipboard; where that is forbidden, as a text that can be marked. */
export function CopyTexts(props: { words: readonly KeptTexts[] }) {
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
        {done === 'copied' ? t('editor.kept.copied') : t('editor.kept.copy')}
      </Button>
      {done === 'shown' ? (
        <textarea
          className={classes.words}
          readOnly
          rows={8}
          value={text}
          aria-label={t('editor.kept.mine')}
        />
      ) : null}
    </>
  );
}
