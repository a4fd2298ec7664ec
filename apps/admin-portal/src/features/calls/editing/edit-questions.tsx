import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { placeOf } from '@clearcall/domain/calls/definition/merge-changes.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { CommandDialog } from '@clearcall/ui/kit/command/command-dialog.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { isReloading } from '@clearcall/ui/kit/page/new-version.ts';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { sessionState } from '@clearcall/ui/session/access-token.ts';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import type { OpenedCall } from '../calls-queries.ts';
import { useCallEditing, usePlaceNames } from './call-editing.tsx';
import classes from './editing.module.css';
import type { AskedConflict } from './editing-store.ts';
import { type PlaceNames, placeText, valueText } from './place-text.ts';

const nameOf = (at: Address) => at.join('.');

interface Named {
  names: PlaceNames;
}

/** The questions and notices that edits may end with. */
export function EditQuestions({ call }: { call: OpenedCall }) {
  const names = usePlaceNames(call);
  const { question, lost } = useCallEditing();
  const [postponed, postpone] = useState<typeof question>(null);
  return (
    <>
      {lost.length === 0 ? null : <Lost names={names} />}
      {question === null ? null : (
        <div className={classes.notice}>
          <Note kind="warn">
            <p>{t('setup.callEditing.asks.text')}</p>
            <Button size="sm" onClick={() => postpone(null)}>
              {t('setup.callEditing.asks.open')}
            </Button>
          </Note>
        </div>
      )}
      {question === null || question === postponed ? null : (
        <ConflictQuestion names={names} question={question} onClose={() => postpone(question)} />
      )}
      <LeaveGuard />
    </>
  );
}

/** Lists the changes that were lost because another person had removed the places they belong to. */
function Lost({ names }: Named) {
  const { lost, forgetLost } = useCallEditing();
  return (
    <div className={classes.notice}>
      <Note kind="warn" live>
        <p>{t('setup.callEditing.lost')}</p>
        <ul>
          {lost.map((change) => (
            <li key={JSON.stringify(change)}>
              {t('setup.callEditing.part', {
                whole: placeText(names, placeOf(change)),
                part:
                  change.do === 'remove' || change.do === 'move'
                    ? t(`setup.callEditing.${change.do}d`)
                    : valueText(names, placeOf(change), change.do === 'set' ? change.value : change.thing),
              })}
            </li>
          ))}
        </ul>
        <Button size="sm" onClick={forgetLost}>
          {t('frame.kit.close')}
        </Button>
      </Note>
    </div>
  );
}

/** Asks which value to keep at each place that another administrator has changed too. */
function ConflictQuestion(props: Named & { question: readonly AskedConflict[]; onClose: () => void }) {
  const { names } = props;
  const { answer } = useCallEditing();
  const [asked] = useState(props.question);
  return (
    <CommandDialog
      title={t('setup.callEditing.conflict')}
      verb={t('setup.callEditing.conflict.save')}
      cancel={t('setup.callEditing.conflict.later')}
      fields={Object.fromEntries(
        asked.map(({ at, mine, theirs }) => [
          nameOf(at),
          {
            type: 'radio',
            label: placeText(names, at),
            initial: 'theirs',
            choices: [
              {
                value: 'theirs',
                label: t('setup.callEditing.conflict.theirs', { value: valueText(names, at, theirs) }),
              },
              {
                value: 'mine',
                label: t('setup.callEditing.conflict.mine', { value: valueText(names, at, mine) }),
              },
            ],
          } as const,
        ]),
      )}
      send={async (_call, values) => {
        answer(asked.map(({ at }) => at).filter((at) => values[nameOf(at)] === 'mine'));
      }}
      onClose={props.onClose}
    />
  );
}

/** Asks before a page with edits that are not saved is left: nothing else has them. */
function LeaveGuard() {
  const { unsent, settled } = useCallEditing();
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => !isReloading() && unsent > 0,
    // A field that was just left is saved first.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && sessionState().state === 'signed-in' && !(await settled()),
  });
  return (
    <Dialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('setup.callEditing.leave')}
      actions={
        <>
          <Button variant="filled" onClick={() => blocker.reset?.()}>
            {t('admin.org.stay')}
          </Button>
          <Button onClick={() => blocker.proceed?.()}>{t('setup.callEditing.leave.do')}</Button>
        </>
      }
    >
      <p>{t('setup.callEditing.leave.text', { n: unsent })}</p>
    </Dialog>
  );
}
