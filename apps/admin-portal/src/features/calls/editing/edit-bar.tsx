import { Button, ButtonLink, IconButton } from '@clearcall/ui/kit/button.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { timeText } from '@clearcall/ui/kit/time/date-text.ts';
import { useEffect } from 'react';
import { type CallEditing, useCallEditing } from './call-editing.tsx';
import classes from './editing.module.css';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="file"])',
    ));

/** Undoes and redoes by keys, unless the reader types: there the keys undo what was typed. */
function useUndoKeys({ mayEdit, undo, redo }: CallEditing) {
  useEffect(() => {
    if (!mayEdit) return;
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isRedo || key === 'z')) return;
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      if (isRedo) redo();
      else undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [mayEdit, undo, redo]);
}

/** The state of the draft and of its checks, with undo and redo. Shows nothing before the first change. */
export function EditBar() {
  const editing = useCallEditing();
  const { id, findings, isDraft, mayEdit, canUndo, canRedo, undo, redo } = editing;
  useUndoKeys(editing);
  if (!isDraft) return null;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const hints = findings.length - errors;
  return (
    <div className={classes.bar}>
      {errors === 0 ? null : (
        <a href="#before" className={classes.errors}>
          <Icon name="warning" />
          {t('setup.callEditing.errors', { n: errors })}
        </a>
      )}
      {hints === 0 ? null : (
        <a href="#before" className={classes.hints}>
          <Icon name="info" />
          {t('setup.callEditing.hints', { n: hints })}
        </a>
      )}
      <SaveState />
      {mayEdit ? (
        <span className={classes.turns}>
          <IconButton
            label={t('setup.callEditing.undo')}
            icon="turn-left"
            disabled={!canUndo}
            onClick={undo}
          />
          <IconButton
            label={t('setup.callEditing.redo')}
            icon="turn-right"
            disabled={!canRedo}
            onClick={redo}
          />
        </span>
      ) : null}
      {mayEdit ? (
        <ButtonLink variant="filled" to="/calls/$id/publish" params={{ id: String(id) }}>
          {t('setup.callEditing.publish')}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function SaveState() {
  const { state, savedAt, unsent, question, retry, failure } = useCallEditing();
  return (
    <span className={classes.state} data-state={state}>
      <span role="status">
        {state === 'saved' ? (
          <>
            <Icon name="check" />
            {t('setup.callEditing.saved', { at: timeText(savedAt) })}
          </>
        ) : state === 'saving' ? (
          t('setup.callEditing.saving')
        ) : state === 'offline' ? (
          <>
            <Icon name="warning" />
            {t('setup.callEditing.offline', { n: unsent })}
          </>
        ) : (
          <>
            <Icon name="warning" />
            {question === null
              ? t('setup.callEditing.failed', { n: unsent, reason: failure ?? '' })
              : t('setup.callEditing.asks')}
          </>
        )}
      </span>
      {state === 'offline' || (state === 'failed' && question === null) ? (
        <Button size="sm" onClick={retry}>
          {t('setup.callEditing.retry')}
        </Button>
      ) : null}
    </span>
  );
}
