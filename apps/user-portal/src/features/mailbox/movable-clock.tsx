import { message } from '@clearcall/i18n/message.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { MomentFields, momentOf } from '@clearcall/ui/kit/field/moment-fields.tsx';
import { notify } from '@clearcall/ui/kit/state/notices.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { remainingText } from '@clearcall/ui/kit/time/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { useNow } from '@clearcall/ui/kit/time/use-now.ts';
import { call, read } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { serverNow, workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { later, steps } from './later.ts';
import classes from './mailbox.module.css';

/** The clock of calls and applications, where this portal is a demonstration: shown, and moved forward. */
export function MovableClock() {
  const clock = useQuery({
    queryKey: ['demo-clock'],
    queryFn: read('GET /demo/clock'),
    staleTime: 0,
  });
  if (clock.isError && clock.data === undefined) return null;
  // Its room is kept while it is asked for: what stands below does not move.
  return (
    <div className={clock.data === undefined ? classes.waiting : undefined}>
      <Clock />
    </div>
  );
}

function Clock() {
  const title = useId();
  const queries = useQueryClient();
  // Drawn again with every half minute, and when the clock was moved.
  const now = useNow();
  const ahead = remainingText(now, serverNow());
  const [wanted, setWanted] = useState({ day: '', hour: '' });
  const [fault, setFault] = useState<string | null>(null);
  const move = useMutation({
    mutationFn: (to: string) => call('POST /demo/clock', { body: { to }, quiet: true }),
    onMutate: () => setFault(null),
    onSuccess: () => {
      setWanted({ day: '', hour: '' });
      notify({ type: 'success', message: message('mailbox.clock.moved') });
      // Whatever the portal shows may have opened, closed or come to its end.
      void queries.invalidateQueries();
    },
    onError: (error) => setFault(error instanceof CallError ? error.message : null),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = momentOf(wanted);
    if (to === null) setFault(t('mailbox.clock.choose'));
    else if (!move.isPending) move.mutate(to);
  };

  const shown = () => (
    <b>
      <DateTime at={now} />
    </b>
  );
  return (
    <section className={classes.clock} aria-labelledby={title}>
      <h2 id={title}>{t('mailbox.clock.title')}</h2>
      <p>
        {ahead === null || now - serverNow() < 60_000 ? (
          <RichText id="mailbox.clock.real" parts={{ now: shown }} />
        ) : (
          <RichText id="mailbox.clock.ahead" values={{ ahead }} parts={{ now: shown }} />
        )}
      </p>
      <fieldset className={classes.steps}>
        <legend className="hidden-visually">{t('mailbox.clock.by')}</legend>
        {steps.map((step) => (
          <Button
            key={step}
            size="sm"
            loading={move.isPending}
            onClick={() => move.mutate(later(workflowNow(), step).toISOString())}
          >
            {t(`mailbox.clock.${step}`)}
          </Button>
        ))}
      </fieldset>
      <details>
        <summary>{t('mailbox.clock.more')}</summary>
        <p className="lead">{t('mailbox.clock.text')}</p>
        <form onSubmit={submit} noValidate aria-labelledby={title}>
          <MomentFields
            label={t('mailbox.clock.to')}
            value={wanted}
            error={fault}
            set={(moment) => {
              setWanted(moment);
              setFault(null);
            }}
          />
          <Button type="submit" loading={move.isPending}>
            {t('mailbox.clock.move')}
          </Button>
        </form>
      </details>
    </section>
  );
}
