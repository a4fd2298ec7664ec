import { readingNote, readNumber } from '@clearcall/domain/forms/elements/number.ts';
import type { PublishedCall } from '@clearcall/domain/model/call.ts';
import type { MessageId } from '@clearcall/i18n/message.ts';
import { useSettled } from '@clearcall/ui/form/after-press.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
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
const lengths = [3, 6, 12] as const;

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
          legend={t('call.fit.work')}
          name="track"
          chosen={track}
          onChoose={setTrack}
          options={tracks.map((value) => ({ value, label: trackText(value) }))}
        />
        <Choice
          legend={t('call.fit.howLong')}
          name="months"
          chosen={months}
          onChoose={setMonths}
          options={lengths.map((value) => ({ value, label: t('call.fit.months', { n: value }) }))}
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
      <div aria-live="polite">
        <h3 className={classes.answer}>
          {fitting.length === 0 ? t('call.fit.noneFits') : t('call.fit.fits', { n: fitting.length })}
        </h3>
        <Found rows={fitting} />
        {near.length > 0 && fitting.length < 4 ? (
          <>
            <h3 className={classes.answer}>{t('call.fit.near')}</h3>
            <Found rows={near.slice(0, 5)} />
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

function Choice<V extends string | number>(props: {
  legend: string;
  name: string;
  chosen: V | null;
  onChoose: (value: V | null) => void;
  options: readonly { value: V; label: string }[];
}) {
  return (
    <fieldset className={classes.choice}>
      <legend>{props.legend}</legend>
      {[...props.options, { value: null, label: t('call.fit.noIdea') }].map(({ value, label }) => (
        <label key={label}>
          <input
            type="radio"
            name={props.name}
            checked={props.chosen === value}
            onChange={() => props.onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
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
              {[
                amount ? `${amount.figures} ${amount.unit}` : null,
                call.facts.duration,
                call.state === 'opening_soon' ? t('frame.status.opening_soon') : null,
              ]
                .filter(Boolean)
                .join(', ')}
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
