import type { PublishedCall } from '@clearcall/domain/calls/call.ts';
import { readingNote, readNumber } from '@clearcall/domain/forms/elements/number.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { useSettled } from '@clearcall/ui/kit/field/after-press.ts';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { amountText } from './call-texts.ts';
import { type Misfit, type ProjectNeeds, sortByFit } from './fitting-calls.ts';
import classes from './mode-chooser.module.css';

/** What the tracks of the calls are about, in the words of those who look for one. */
const trackTexts: Partial<Record<string, MessageId>> = {
  Classic: 'call.fit.work.classic',
  'AI Factory': 'call.fit.work.ai',
  Quantum: 'call.fit.work.quantum',
};
const trackText = (track: string) => {
  const id = trackTexts[track];
  return id === undefined ? track : translate({ id, values: {} });
};
const lengths = [3, 6, 12];

/** Three questions, each of which may stay open; the calls that fit follow every answer. */
export default function ModeChooser(props: {
  calls: readonly PublishedCall[];
  opened: boolean;
  onClose: () => void;
}) {
  const [track, setTrack] = useState<string | null>(null);
  const [amount, setAmount] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const shownNote = useSettled(note);
  const [months, setMonths] = useState<number | null>(null);
  // Read as the amount of an application is read, where there are no decimals either.
  const needed = readNumber(amount, 0);
  const needs: ProjectNeeds = {
    track,
    amount: needed === null || needed === '' ? null : Number(needed),
    months,
  };
  const tracks = [...new Set(props.calls.flatMap(({ facts }) => facts.track ?? []))];
  const found = sortByFit(props.calls, needs);
  const fitting = found.filter(({ reasons }) => reasons.length === 0);
  const near = found.filter(({ reasons }) => reasons.length > 0);
  const count = fitting.length === 0 ? t('call.fit.noneFits') : t('call.fit.fits', { n: fitting.length });

  // Not at the opening: what an answer changes comes into view below it.
  const answer = useRef<HTMLHeadingElement>(null);
  const answers = `${needs.track} ${needs.amount} ${needs.months}`;
  const seen = useRef(answers);
  useEffect(() => {
    if (seen.current === answers) return;
    seen.current = answers;
    answer.current?.scrollIntoView({ block: 'nearest' });
  }, [answers]);

  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={t('calls.which')}
      size={760}
      actions={<Button onClick={props.onClose}>{t('call.fit.close')}</Button>}
    >
      <div className={classes.questions}>
        <Choice
          label={t('call.fit.work')}
          chosen={track ?? ''}
          onChoose={(value) => setTrack(value === '' ? null : value)}
          choices={tracks.map((value) => ({ value, label: trackText(value) }))}
        />
        <Choice
          label={t('call.fit.howLong')}
          chosen={months === null ? '' : String(months)}
          onChoose={(value) => setMonths(value === '' ? null : Number(value))}
          choices={lengths.map((n) => ({ value: String(n), label: t('call.fit.months', { n }) }))}
        />
        <TextField
          label={t('call.fit.howMuch')}
          hint={t('call.fit.howMuchHint')}
          inputMode="numeric"
          value={amount}
          error={needed === null ? t('call.fit.aNumber') : null}
          under={<span role="status">{shownNote}</span>}
          onChange={(event) => {
            setAmount(event.target.value);
            setNote(null);
          }}
          onBlur={() => {
            const note = readingNote(amount, 0);
            setNote(note === null ? null : translate(note));
          }}
        />
      </div>
      {/* Their names alone: the same number of other calls is another answer, and all of their facts are too much. */}
      <p role="status" className="hidden-visually">
        {quoting(
          `${count} ${listText(fitting.map(({ call }) => call.title))}`,
          ...fitting.map(({ call }) => quoted(call, 'title')),
        )}
      </p>
      <h3 ref={answer} className={classes.answer}>
        {count}
      </h3>
      <Found rows={fitting} />
      {near.length > 0 && fitting.length < 4 ? (
        <>
          <h3 className={classes.answer}>{t('call.fit.near')}</h3>
          <Found rows={near.slice(0, 5)} />
        </>
      ) : null}
    </Dialog>
  );
}

function Choice(props: {
  label: string;
  chosen: string;
  onChoose: (value: string) => void;
  choices: readonly { value: string; label: string }[];
}) {
  const id = useId();
  return (
    <div>
      <label className={classes.label} htmlFor={id}>
        {props.label}
      </label>
      <SelectBox
        id={id}
        value={props.chosen}
        choices={props.choices}
        unset={t('call.fit.noIdea')}
        required={false}
        invalid={false}
        describedBy={undefined}
        set={props.onChoose}
        leave={() => {}}
      />
    </div>
  );
}

function Found(props: { rows: readonly { call: PublishedCall; reasons: readonly Misfit[] }[] }) {
  return (
    <ul className={classes.found}>
      {props.rows.map(({ call, reasons }) => {
        const amount = amountText(call);
        return (
          <li key={call.id}>
            <Link to="/calls/$id" params={{ id: String(call.id) }} lang={langOf(call, 'title')}>
              {call.title}
            </Link>
            <span>
              {quoting(
                [
                  amount ? `${amount.figures} ${amount.unit}` : null,
                  call.facts.duration,
                  call.state === 'opening_soon' ? t('frame.status.opening_soon') : null,
                ]
                  .filter(Boolean)
                  .join(', '),
                { title: call.facts.duration ?? '', lang: langOf(call, 'facts') },
              )}
              {reasons.length > 0 ? (
                <b> ({reasons.map((reason) => t(`call.fit.why.${reason}`)).join(', ')})</b>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
