import {
  type CutoffPattern,
  changesOfNewCutoffs,
  type PlannedCutoffs,
  planCutoffs,
} from '@clearcall/domain/calls/definition/cutoff-pattern.ts';
import { isPlainDate } from '@clearcall/domain/forms/dates.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { DayField } from '@clearcall/ui/kit/field/day-field.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { newId } from '@clearcall/ui/kit/new-id.ts';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, timeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useState } from 'react';
import { cutoffText } from '../cutoff-text.ts';
import { useCallEditing } from '../editing/call-editing.tsx';
import classes from './cutoffs.module.css';

const nths = { n1: 1, n2: 2, n3: 3, n4: 4, last: -1 } as const;
const nthNames = Object.keys(nths) as (keyof typeof nths)[];
const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** The fields of a pattern, as they are typed. */
const begin = {
  months: '6',
  kind: 'day' as 'day' | 'weekday',
  day: '1',
  nth: 'n1' as keyof typeof nths,
  weekday: '1',
  hour: '17:00',
  from: '',
  to: '',
  opens: 'follows' as 'follows' | 'days',
  openDays: '60',
};
type Typed = typeof begin;

const wholeNumber = (typed: string, least: number, most: number): number | null => {
  const value = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return value >= least && value <= most ? value : null;
};

/** The pattern that was typed, or null while a field is empty or wrong. */
function patternOf(typed: Typed): CutoffPattern | null {
  const months = wholeNumber(typed.months, 1, 60);
  const day = wholeNumber(typed.day, 1, 31);
  const open = wholeNumber(typed.openDays, 1, 3_650);
  const hour = /^(\d{1,2}):([0-5]\d)$/.exec(typed.hour.trim());
  if (months === null || day === null || open === null || hour === null || Number(hour[1]) > 23) return null;
  if (!isPlainDate(typed.from) || !isPlainDate(typed.to)) return null;
  return {
    months,
    on: typed.kind === 'day' ? { day } : { weekday: Number(typed.weekday), nth: nths[typed.nth] },
    hour: `${hour[1]?.padStart(2, '0')}:${hour[2]}`,
    from: typed.from,
    to: typed.to,
    openDays: typed.opens === 'days' ? open : null,
  };
}

/** Adds several cut-offs from a pattern, which are shown before. */
export function PatternDialog({ now, onClose }: { now: number; onClose: () => void }) {
  const { definition, edit } = useCallEditing();
  const { cutoffs, timeZone } = definition;
  const [typed, setTyped] = useState(begin);
  const [model, setModel] = useState(cutoffs.at(-1)?.id ?? '');
  const set = (more: Partial<Typed>) => setTyped((before) => ({ ...before, ...more }));
  const pattern = patternOf(typed);
  const plan = pattern === null ? null : planCutoffs(definition, pattern);
  const n = plan?.ok ? plan.cutoffs.length : 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      title={t('setup.cutoffs.addSeveral')}
      actions={
        <>
          <Button
            variant="filled"
            disabled={n === 0}
            onClick={() => {
              if (!plan?.ok) return;
              const like = cutoffs.find(({ id }) => id === model);
              edit(changesOfNewCutoffs(definition, plan.cutoffs, { model: like, newId }));
              onClose();
            }}
          >
            {t('setup.cutoffs.pattern.add', { n })}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <div className={classes.pair}>
          <TextField
            label={t('setup.cutoffs.pattern.months')}
            inputMode="numeric"
            maxLength={2}
            value={typed.months}
            onChange={(event) => set({ months: event.target.value })}
          />
          <SelectField
            label={t('setup.cutoffs.pattern.kind')}
            value={typed.kind}
            choices={(['day', 'weekday'] as const).map((value) => ({
              value,
              label: t(`setup.cutoffs.pattern.kinds.${value}`),
            }))}
            set={(kind) => set({ kind: kind as Typed['kind'] })}
          />
        </div>
        <div className={classes.pair}>
          {typed.kind === 'day' ? (
            <TextField
              label={t('setup.cutoffs.pattern.day')}
              inputMode="numeric"
              maxLength={2}
              value={typed.day}
              onChange={(event) => set({ day: event.target.value })}
            />
          ) : (
            <>
              <SelectField
                label={t('setup.cutoffs.pattern.nth')}
                value={typed.nth}
                choices={nthNames.map((value) => ({
                  value,
                  label: t(`setup.cutoffs.pattern.nths.${value}`),
                }))}
                set={(nth) => set({ nth: nth as Typed['nth'] })}
              />
              <SelectField
                label={t('setup.cutoffs.pattern.weekday')}
                value={typed.weekday}
                choices={weekdays.map((value) => ({
                  value,
                  label: t(`setup.cutoffs.pattern.weekdays.d${value}`),
                }))}
                set={(weekday) => set({ weekday })}
              />
            </>
          )}
          <TextField
            label={t('parts.moment.hour')}
            hint={zoneText(timeZone)}
            inputMode="numeric"
            maxLength={5}
            placeholder={t('parts.moment.hourPattern')}
            value={typed.hour}
            onChange={(event) => set({ hour: event.target.value })}
          />
        </div>
        <div className={classes.pair}>
          <DayField
            label={t('setup.cutoffs.pattern.from')}
            value={typed.from}
            zone={timeZone}
            required
            set={(from) => set({ from })}
          />
          <DayField
            label={t('setup.cutoffs.pattern.to')}
            value={typed.to}
            zone={timeZone}
            required
            set={(to) => set({ to })}
          />
        </div>
        <div className={classes.pair}>
          <SelectField
            label={t('setup.cutoffs.pattern.opens')}
            value={typed.opens}
            choices={(['follows', 'days'] as const).map((value) => ({
              value,
              label: t(`setup.cutoffs.pattern.opening.${value}`),
            }))}
            set={(opens) => set({ opens: opens as Typed['opens'] })}
          />
          {typed.opens === 'days' ? (
            <TextField
              label={t('setup.cutoffs.pattern.openDays')}
              inputMode="numeric"
              maxLength={4}
              value={typed.openDays}
              onChange={(event) => set({ openDays: event.target.value })}
            />
          ) : null}
        </div>
        {cutoffs.length === 0 ? null : (
          <SelectField
            label={t('setup.cutoffs.like')}
            unset={t('setup.cutoffs.likeNone')}
            value={model}
            choices={cutoffs.map((one) => ({ value: one.id, label: cutoffText(definition, one, now) }))}
            set={setModel}
          />
        )}
        <Preview plan={plan} timeZone={timeZone} now={now} />
      </div>
    </Dialog>
  );
}

function Preview(props: { plan: PlannedCutoffs | null; timeZone: string; now: number }) {
  const { plan, timeZone, now } = props;
  if (plan === null) return <p className="soft">{t('setup.cutoffs.pattern.fill')}</p>;
  if (!plan.ok)
    return (
      <Note kind="bad" live>
        {translate(plan.message)}
      </Note>
    );
  return (
    <div>
      <p aria-live="polite">
        <b>{t('setup.cutoffs.pattern.preview', { n: plan.cutoffs.length, zone: zoneText(timeZone) })}</b>
      </p>
      <ol className={classes.preview}>
        {plan.cutoffs.map(({ start, end, showing }) => (
          <li key={end}>
            {t('setup.time.fromTo', {
              start: dateTimeText(start, timeZone),
              end: dateTimeText(end, timeZone),
            })}
            {showing === 'once' ? null : (
              <span className={classes.clock}>
                {t(`setup.cutoffs.pattern.${showing}`, { hour: timeText(end, timeZone) })}
              </span>
            )}
            {Date.parse(end) < now ? (
              <span className={classes.clock}>{t('setup.cutoffs.pattern.over')}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
