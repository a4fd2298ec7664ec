import { type CutoffDefinition, mostCutoffs } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change } from '@clearcall/domain/calls/definition/change.ts';
import { changesOfNewCutoffs } from '@clearcall/domain/calls/definition/cutoff-pattern.ts';
import { passedEnd } from '@clearcall/domain/calls/definition/decide-publication.ts';
import { closesAt } from '@clearcall/domain/deadlines/windows.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useState } from 'react';
import { cutoffText } from '../cutoff-text.ts';
import { useCallEditing, useHeld } from '../editing/call-editing.tsx';
import classes from './cutoffs.module.css';
import { noMoment, periodOf, readPeriod } from './period.ts';
import { PeriodFields } from './period-fields.tsx';

interface Props {
  /** Undefined for a new one. */
  cutoff: CutoffDefinition | undefined;
  /** A new cut-off gets its amounts and timeframes. */
  model: CutoffDefinition | undefined;
  /** An administrator closed it before its end. */
  isClosed: boolean;
  now: number;
  choose: (id: string) => void;
  onClose: () => void;
}

/** Adds a cut-off, or changes the dates of one. */
export function CutoffDialog({ cutoff, model, isClosed, now, choose, onClose }: Props) {
  const { definition, live, edit } = useCallEditing();
  const { cutoffs, timeZone } = definition;
  useHeld(['cutoffs', cutoff?.id ?? ''], cutoff !== undefined);
  const last = cutoffs.at(-1);
  const after = last === undefined ? null : closesAt(cutoffs, last);
  const [period, set] = useState(() =>
    cutoff === undefined
      ? { start: periodOf({ start: after, end: null }, timeZone).start, end: noMoment }
      : periodOf(cutoff, timeZone),
  );
  const [isSent, setSent] = useState(false);
  const [removes, setRemoves] = useState(false);
  const passed =
    cutoff === undefined || isClosed ? null : passedEnd(live ?? { cutoffs: [] }, cutoff.id, new Date(now));
  const isFull = cutoff === undefined && cutoffs.length >= mostCutoffs;

  const send = () => {
    setSent(true);
    // An end that has passed is no field.
    const read = readPeriod(passed === null ? period : { ...period, end: null }, timeZone, cutoff);
    if (typeof read === 'string' || isFull) return;
    if (cutoff === undefined) {
      const id = newId();
      edit(changesOfNewCutoffs(definition, [read], { model, newId: () => id }));
      choose(id);
    } else {
      const at = ['cutoffs', cutoff.id];
      const changes: Change[] = [];
      if (read.start !== cutoff.start) changes.push({ do: 'set', at: [...at, 'start'], value: read.start });
      if (passed === null && read.end !== cutoff.end)
        changes.push({ do: 'set', at: [...at, 'end'], value: read.end });
      edit(changes);
    }
    onClose();
  };

  if (cutoff !== undefined && removes)
    return (
      <Dialog
        opened
        onClose={onClose}
        title={t('setup.cutoffs.remove')}
        actions={
          <>
            <Button
              variant="danger-filled"
              onClick={() => {
                edit([{ do: 'remove', at: ['cutoffs', cutoff.id] }]);
                onClose();
              }}
            >
              {t('setup.cutoffs.remove')}
            </Button>
            <Button variant="subtle" onClick={onClose}>
              {t('frame.kit.cancel')}
            </Button>
          </>
        }
      >
        <p>{t('setup.cutoffs.removeText', { cutoff: cutoffText(definition, cutoff, now) })}</p>
        {live?.cutoffs.some(({ id }) => id === cutoff.id) ? (
          <p className="soft">{t('setup.cutoffs.removeLive')}</p>
        ) : null}
      </Dialog>
    );
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(cutoff === undefined ? 'setup.cutoffs.add' : 'setup.cutoffs.change')}
      actions={
        <>
          <Button variant="filled" onClick={send}>
            {t(cutoff === undefined ? 'setup.cutoffs.add' : 'setup.cutoffs.change')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('frame.kit.cancel')}
          </Button>
          {cutoff === undefined ? null : (
            <Button variant="danger" onClick={() => setRemoves(true)}>
              {t('setup.cutoffs.remove')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.form}>
        <PeriodFields value={period} set={set} zone={timeZone} passed={passed} isSent={isSent} />
        {isClosed ? <p className="soft small">{t('setup.cutoffs.closed')}</p> : null}
        {cutoff === undefined && model !== undefined ? (
          <p className="soft small">
            {t('setup.cutoffs.likeText', { cutoff: cutoffText(definition, model, now) })}
          </p>
        ) : null}
        {isFull ? (
          <Note kind="bad" live>
            {t('setup.cutoffs.full', { n: mostCutoffs })}
          </Note>
        ) : null}
      </div>
    </Dialog>
  );
}
