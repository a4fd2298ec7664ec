import { lastDayOf, lastMonthOver, monthAfter } from '@clearcall/domain/values/whole-months.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { SelectBox } from '@clearcall/ui/kit/field/select-box.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { monthText } from '@clearcall/ui/kit/time/date-text.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import classes from './reviews.module.css';

const offeredMonths = 120;

function Month(props: {
  title: string;
  value: string;
  error: string | null;
  last: string;
  set: (value: string) => void;
}) {
  const id = useId();
  const months = Array.from({ length: offeredMonths }, (_none, nth) => monthAfter(props.last, -nth));
  return (
    <FieldFrame
      id={id}
      className={classes.month}
      frame="for"
      title={props.title}
      required
      hint={null}
      error={props.error}
      live
    >
      <SelectBox
        id={id}
        value={props.value}
        choices={months.map((month) => ({
          value: month,
          label: monthText(Date.parse(`${month}-01T00:00:00Z`), 'UTC', 'with year'),
        }))}
        required
        invalid={props.error !== null}
        describedBy={describedById(id, null, props.error)}
        set={props.set}
        leave={() => {}}
      />
    </FieldFrame>
  );
}

/** Makes a certificate of the reviews of some months, and leads to its page, whose address has the code. */
export function MakeCertificate() {
  const navigate = useNavigate();
  const last = lastMonthOver(new Date(workflowNow()));
  const [firstMonth, setFirstMonth] = useState(monthAfter(last, -11));
  const [lastMonth, setLastMonth] = useState(last);
  const [checks, setChecks] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      call('POST /v2/assignments/finished/certificates', {
        body: { firstDay: `${firstMonth}-01`, lastDay: lastDayOf(lastMonth) },
        quiet: true,
      }),
    onSuccess: ({ code }) => void navigate({ to: '/certificates/$code', params: { code } }),
  });
  const isComplete = firstMonth !== '' && lastMonth !== '';
  const isReversed = isComplete && firstMonth > lastMonth;
  const missing = (month: string) => (checks && month === '' ? t('reviews.certificate.noMonth') : null);
  const refused =
    make.error === null
      ? null
      : make.error instanceof CallError
        ? make.error.messages.join(' ')
        : t('reviews.certificate.failed');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecks(true);
    if (isComplete && !isReversed) make.mutate();
  };
  const set = (take: (value: string) => void) => (value: string) => {
    make.reset();
    take(value);
  };
  return (
    <Section title={t('reviews.certificate.make')} id="certificate" className={classes.make}>
      <p className="lead">{t('reviews.certificate.what')}</p>
      <form onSubmit={submit} noValidate className={classes.span}>
        <Month
          title={t('reviews.certificate.firstMonth')}
          value={firstMonth}
          error={missing(firstMonth)}
          last={last}
          set={set(setFirstMonth)}
        />
        <Month
          title={t('reviews.certificate.lastMonth')}
          value={lastMonth}
          error={missing(lastMonth) ?? (checks && isReversed ? t('reviews.certificate.order') : refused)}
          last={last}
          set={set(setLastMonth)}
        />
        <Button type="submit" variant="filled" loading={make.isPending}>
          {t('reviews.certificate.do')}
        </Button>
      </form>
    </Section>
  );
}
