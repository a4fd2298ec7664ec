import { TickBox } from '@clearcall/ui/kit/field/boxes.tsx';
import { MomentFields } from '@clearcall/ui/kit/field/moment-fields.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateTimeText, zoneText } from '@clearcall/ui/kit/time/date-text.ts';
import { useId } from 'react';
import classes from './cutoffs.module.css';
import { noMoment, type Period, readPeriod } from './period.ts';

/** A start and an end, by the clock of the call. An end that has passed is text. */
export function PeriodFields(props: {
  value: Period;
  set: (value: Period) => void;
  zone: string;
  passed?: string | null | undefined;
  /** Shows what is wrong. */
  isSent: boolean;
}) {
  const { value, set, zone, passed = null, isSent } = props;
  const id = useId();
  const read = readPeriod(value, zone);
  return (
    <>
      <div className={classes.moment}>
        <MomentFields
          label={t('setup.cutoffs.start')}
          value={value.start}
          zone={zone}
          set={(start) => set({ ...value, start })}
        />
      </div>
      {passed === null ? (
        <>
          {value.end === null ? null : (
            <div className={classes.moment}>
              <MomentFields
                label={t('setup.cutoffs.end')}
                value={value.end}
                zone={zone}
                error={isSent && read === 'order' ? t('setup.cutoffs.order') : null}
                set={(end) => set({ ...value, end })}
              />
            </div>
          )}
          <TickBox
            id={id}
            title={t('setup.cutoffs.noEnd')}
            required={false}
            invalid={false}
            describedBy={undefined}
            checked={value.end === null}
            onChange={(event) => set({ ...value, end: event.currentTarget.checked ? null : noMoment })}
          />
        </>
      ) : (
        <p className="soft">
          {t('setup.cutoffs.passed', { end: dateTimeText(passed, zone), zone: zoneText(zone) })}
        </p>
      )}
      {isSent && read === 'missing' ? (
        <Note kind="bad" live>
          {t('setup.cutoffs.missing')}
        </Note>
      ) : null}
    </>
  );
}
