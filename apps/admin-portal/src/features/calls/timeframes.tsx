import type { CutoffDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  changesOfTimeframe,
  daysBetween,
  movedTimeframes,
} from '@clearcall/domain/calls/definition/cutoff-pattern.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Dialog } from '@clearcall/ui/kit/overlay/dialog.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { quoted, quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useMemo, useState } from 'react';
import { idOfPlace } from '../../parts/calls/call-places.ts';
import { CutoffSelect, type ShownCutoff } from './cutoff-select.tsx';
import { cutoffText } from './cutoff-text.ts';
import { noMoment, periodOf, readPeriod } from './cutoffs/period.ts';
import { PeriodFields } from './cutoffs/period-fields.tsx';
import { stepsOf } from './cutoffs/steps-of.ts';
import { type Frame, TimeframeBar } from './cutoffs/timeframe-bar.tsx';
import { useCallEditing, useHeld } from './editing/call-editing.tsx';
import { FindingLines } from './editing/place-findings.tsx';
import { MonthHead, MonthLines } from './month-grid.tsx';
import classes from './timeframes.module.css';
import { layOutTimeframes, type StepTime, timesOf } from './timeframes-layout.ts';

/** When each step of a call is open at a cut-off: as bars on one line of months, and as dates. */
export function Timeframes(props: ShownCutoff) {
  const { cutoff, now } = props;
  const { definition, mayEdit, findings, edit } = useCallEditing();
  const { timeZone } = definition;
  const steps = useMemo(() => stepsOf(definition.flow), [definition.flow]);
  const [opened, open] = useState<string | null>(null);
  const [copies, setCopies] = useState(false);
  const times = cutoff === undefined ? [] : timesOf(steps, definition, cutoff);
  const layout = layOutTimeframes(times, timeZone, now);
  /** An end that follows from the next cut-off stays open unless it is the one that was moved. */
  const moveFrame = (step: string, was: StepTime, frame: Frame) => {
    if (cutoff === undefined) return;
    const own = cutoff.timeframes.find(({ id }) => id === step);
    const end = frame.end === was.end ? (own?.end ?? null) : frame.end;
    edit(changesOfTimeframe(cutoff, step, { start: frame.start, end }));
  };
  return (
    <Section
      id="timeframes"
      title={t('setup.call.timeframes')}
      aside={
        <span className={`row ${classes.aside}`}>
          <CutoffSelect {...props} definition={definition} />
          {mayEdit && definition.cutoffs.length > 1 && steps.length > 1 ? (
            <Button size="sm" onClick={() => setCopies(true)}>
              {t('setup.cutoffs.copyFrames')}
            </Button>
          ) : null}
        </span>
      }
    >
      {steps.length === 0 || cutoff === undefined ? (
        <p className="soft">{t(steps.length === 0 ? 'setup.call.noSteps' : 'setup.call.noCutoffs')}</p>
      ) : (
        <>
          {layout === null ? null : (
            <div className={`${classes.head} only-wide`}>
              <MonthHead scale={layout.scale} nowMs={now} zone={timeZone} />
            </div>
          )}
          <ol className={layout === null ? `${classes.steps} ${classes.undated}` : classes.steps}>
            {steps.map((step, at) => {
              const time = times[at];
              const bar = layout?.bars.get(step.id);
              const place = ['cutoffs', cutoff.id, 'timeframes', step.id];
              const found = findings.filter((finding) =>
                finding.at.some((address) => place.every((name, nth) => address[nth] === name)),
              );
              // The first step has the dates of the cut-off.
              const mayMove = mayEdit && at > 0;
              return (
                <li key={step.id} data-opened={opened === step.id || undefined}>
                  <span className={classes.name}>
                    <b lang={langOf(step, 'title')}>{step.title}</b>
                    <span className="muted">{translate(roleMessage(step.ownerRole))}</span>
                  </span>
                  {layout === null ? null : (
                    <span className={classes.line}>
                      <MonthLines scale={layout.scale} nowMs={now} />
                      {bar === undefined ||
                      time === undefined ||
                      time.start === null ||
                      time.end === null ? null : (
                        <TimeframeBar
                          step={step}
                          frame={{ start: time.start, end: time.end }}
                          scale={layout.scale}
                          zone={timeZone}
                          change={mayMove ? (frame) => moveFrame(step.id, time, frame) : null}
                        />
                      )}
                    </span>
                  )}
                  <span className={classes.dates}>
                    {mayMove ? (
                      <button
                        type="button"
                        id={idOfPlace(place)}
                        className={classes.change}
                        aria-expanded={opened === step.id}
                        onClick={() => open(opened === step.id ? null : step.id)}
                      >
                        {time?.start == null ? t('setup.cutoffs.setDates') : datesText(time, timeZone)}
                        <Icon name={time?.start == null ? 'plus' : 'edit'} size={14} />
                        <span className="hidden-visually">
                          {quoting(t('setup.cutoffs.datesOf', { step: step.title }), quoted(step, 'title'))}
                        </span>
                      </button>
                    ) : time ? (
                      datesText(time, timeZone)
                    ) : null}
                  </span>
                  <FindingLines found={found} className={classes.finding} />
                  {opened === step.id && mayMove ? (
                    <Dates
                      cutoff={cutoff}
                      step={step.id}
                      close={() => {
                        open(null);
                        document.getElementById(idOfPlace(place))?.focus();
                      }}
                    />
                  ) : null}
                </li>
              );
            })}
          </ol>
          <p className={`small soft ${classes.legend}`}>
            {t('setup.call.timeframesLegend', { zone: zoneText(timeZone) })}{' '}
            {mayEdit ? t('setup.cutoffs.framesKeys') : null}
          </p>
        </>
      )}
      {copies && cutoff !== undefined ? (
        <CopyDialog cutoff={cutoff} now={now} onClose={() => setCopies(false)} />
      ) : null}
    </Section>
  );
}

/** The dates of a step to type, below its bar. */
function Dates(props: { cutoff: CutoffDefinition; step: string; close: () => void }) {
  const { cutoff, step, close } = props;
  const { definition, edit } = useCallEditing();
  const { timeZone } = definition;
  const was = cutoff.timeframes.find(({ id }) => id === step);
  useHeld(['cutoffs', cutoff.id, 'timeframes', step], true);
  const [period, set] = useState(() =>
    was === undefined
      ? { ...periodOf({ start: cutoff.end, end: null }, timeZone), end: noMoment }
      : periodOf(was, timeZone),
  );
  const [isSent, setSent] = useState(false);
  const send = () => {
    setSent(true);
    const read = readPeriod(period, timeZone, was);
    if (typeof read === 'string') return;
    edit(changesOfTimeframe(cutoff, step, read));
    close();
  };
  return (
    <div className={classes.fields}>
      <PeriodFields value={period} set={set} zone={timeZone} isSent={isSent} />
      <p className="row">
        <Button size="sm" variant="filled" onClick={send}>
          {t('setup.cutoffs.saveDates')}
        </Button>
        <Button size="sm" variant="subtle" onClick={close}>
          {t('frame.kit.cancel')}
        </Button>
        {was === undefined ? null : (
          <Button
            size="sm"
            variant="danger"
            onClick={() => {
              edit(changesOfTimeframe(cutoff, step, null));
              close();
            }}
          >
            {t('setup.cutoffs.removeDates')}
          </Button>
        )}
      </p>
    </div>
  );
}

/** Copies all timeframes from another cut-off, moved by days. */
function CopyDialog(props: { cutoff: CutoffDefinition; now: number; onClose: () => void }) {
  const { cutoff, now, onClose } = props;
  const { definition, edit } = useCallEditing();
  const { timeZone } = definition;
  useHeld(['cutoffs', cutoff.id, 'timeframes'], true);
  const others = definition.cutoffs.filter(({ id }) => id !== cutoff.id);
  const daysFrom = (other: CutoffDefinition | undefined) =>
    other === undefined
      ? ''
      : String(daysBetween(other.end ?? other.start, cutoff.end ?? cutoff.start, timeZone));
  const [from, setFrom] = useState(others[0]);
  const [days, setDays] = useState(() => daysFrom(others[0]));
  const isWhole = /^[-−]?\d{1,5}$/.test(days.trim());
  const frames =
    from === undefined || !isWhole
      ? []
      : movedTimeframes(from.timeframes, Number(days.trim().replace('−', '-')), timeZone);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('setup.cutoffs.copyFrames')}
      actions={
        <>
          <Button
            variant="filled"
            disabled={frames.length === 0}
            onClick={() => {
              edit([{ do: 'set', at: ['cutoffs', cutoff.id, 'timeframes'], value: frames }]);
              onClose();
            }}
          >
            {t('setup.cutoffs.copyFrames')}
          </Button>
          <Button variant="subtle" onClick={onClose}>
            {t('frame.kit.cancel')}
          </Button>
        </>
      }
    >
      <div className={classes.copy}>
        <SelectField
          label={t('setup.cutoffs.copyFrom')}
          value={from?.id ?? ''}
          choices={others.map((one) => ({ value: one.id, label: cutoffText(definition, one, now) }))}
          set={(id) => {
            const other = others.find((one) => one.id === id);
            setFrom(other);
            setDays(daysFrom(other));
          }}
        />
        <TextField
          label={t('setup.cutoffs.copyDays')}
          hint={t('setup.cutoffs.copyDaysHint')}
          value={days}
          maxLength={6}
          error={isWhole ? null : t('setup.cutoffs.copyDaysFault')}
          onChange={(event) => setDays(event.target.value)}
        />
        <p className="soft">{t('setup.cutoffs.copyText', { n: frames.length })}</p>
      </div>
    </Dialog>
  );
}

function datesText({ start, end }: Pick<StepTime, 'start' | 'end'>, zone: string): string {
  if (start === null) return t('setup.time.none');
  const from = dateTimeText(start, zone);
  return end === null
    ? t('setup.time.from', { start: from })
    : t('setup.time.fromTo', { start: from, end: dateTimeText(end, zone) });
}
