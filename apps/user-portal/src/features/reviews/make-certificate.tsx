import { Button } from '@clearcall/ui/kit/button.tsx';
import { DateBox } from '@clearcall/ui/kit/field/date-box.tsx';
import { describedById, FieldFrame } from '@clearcall/ui/kit/field/field-frame.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import classes from './reviews.module.css';
import { faultOfSpan, yearBefore } from './span-of-days.ts';

function Day(props: {
  title: string;
  value: string;
  error: string | null;
  today: string;
  set: (value: string) => void;
}) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      className={classes.day}
      frame="for"
      title={props.title}
      required
      hint={null}
      error={props.error}
      live
    >
      <DateBox
        id={id}
        title={props.title}
        value={props.value}
        required
        invalid={props.error !== null}
        describedBy={describedById(id, null, props.error)}
        min="2000-01-01"
        max={null}
        today={props.today}
        set={props.set}
        leave={() => {}}
      />
    </FieldFrame>
  );
}

/** Makes a certificate of the reviews between two days, and leads to its page, whose address has the code. */
export function MakeCertificate() {
  const navigate = useNavigate();
  const today = new Date(workflowNow()).toISOString().slice(0, 10);
  const [firstDay, setFirstDay] = useState(yearBefore(today));
  const [lastDay, setLastDay] = useState(today);
  const [checks, setChecks] = useState(false);
  const make = useMutation({
    mutationFn: () =>
      call('POST /v2/assignments/finished/certificates', { body: { firstDay, lastDay }, quiet: true }),
    onSuccess: ({ code }) => void navigate({ to: '/certificates/$code', params: { code } }),
  });
  const fault = checks ? faultOfSpan(firstDay, lastDay) : null;
  const refused =
    make.error === null
      ? null
      : make.error instanceof CallError
        ? make.error.messages.join(' ')
        : t('reviews.certificate.failed');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecks(true);
    if (faultOfSpan(firstDay, lastDay) === null) make.mutate();
  };
  const set = (take: (value: string) => void) => (value: string) => {
    make.reset();
    take(value);
  };
  return (
    <Section title={t('reviews.certificate.make')} id="certificate" className={classes.make}>
      <p className="lead">{t('reviews.certificate.what')}</p>
      <form onSubmit={submit} noValidate className={classes.span}>
        <Day
          title={t('reviews.certificate.firstDay')}
          value={firstDay}
          error={fault === 'first' ? t('reviews.certificate.noDay') : null}
          today={today}
          set={set(setFirstDay)}
        />
        <Day
          title={t('reviews.certificate.lastDay')}
          value={lastDay}
          error={
            fault === 'last'
              ? t('reviews.certificate.noDay')
              : fault === 'order'
                ? t('reviews.certificate.order')
                : refused
          }
          today={today}
          set={set(setLastDay)}
        />
        <Button type="submit" variant="filled" loading={make.isPending}>
          {t('reviews.certificate.do')}
        </Button>
      </form>
    </Section>
  );
}
