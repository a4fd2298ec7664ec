import { Button } from '@clearcall/ui/kit/button.tsx';
import { remainingText } from '@clearcall/ui/kit/date-text.ts';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { notify } from '@clearcall/ui/kit/notices.ts';
import { TextField } from '@clearcall/ui/kit/text-field.tsx';
import { useNow } from '@clearcall/ui/kit/use-now.ts';
import { call } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { serverNow, workflowNow } from '@clearcall/ui/session/server-clock.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { later, localMinute, steps } from './later.ts';
import classes from './mailbox.module.css';

/** The clock of calls and applications, where this portal is a demonstration: shown, and moved forward. */
export function MovableClock() {
  const clock = useQuery({
    queryKey: ['demo-clock'],
    queryFn: ({ signal }) => call('GET /demo/clock', { signal, quiet: true }),
    staleTime: 0,
  });
  return clock.data === undefined ? null : <Clock />;
}

function Clock() {
  const title = useId();
  const queries = useQueryClient();
  // Drawn again with every half minute, and when the clock was moved.
  const now = useNow();
  const ahead = remainingText(now, serverNow());
  const [wanted, setWanted] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const move = useMutation({
    mutationFn: (to: Date) => call('POST /demo/clock', { body: { to: to.toISOString() }, quiet: true }),
    onMutate: () => setFault(null),
    onSuccess: () => {
      setWanted('');
      notify({ type: 'success', message: 'The clock was moved. What was due until then happens now.' });
      // Whatever the portal shows may have opened, closed or come to its end.
      void queries.invalidateQueries();
    },
    onError: (error) => setFault(error instanceof CallError ? error.message : null),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = new Date(wanted);
    if (Number.isNaN(to.getTime())) setFault('Choose a date and a time.');
    else if (!move.isPending) move.mutate(to);
  };

  return (
    <section className={classes.clock} aria-labelledby={title}>
      <h2 id={title}>Clock of this demonstration</h2>
      <p>
        For calls and deadlines it is{' '}
        <b>
          <DateTime at={now} />
        </b>
        {ahead === null || now - serverNow() < 60_000
          ? ', the real time.'
          : `, ${ahead} ahead of the real time.`}
      </p>
      <p className="soft">
        Move it forward to see what happens later. Only the calls, applications and deadlines of this
        demonstration follow, for everybody who uses it. Your login and the links in mails keep the real time.
        It cannot be moved back.
      </p>
      <form onSubmit={submit} noValidate aria-labelledby={title}>
        <TextField
          label="Move the clock to"
          type="datetime-local"
          min={localMinute(now)}
          value={wanted}
          error={fault}
          onChange={(event) => {
            setWanted(event.target.value);
            setFault(null);
          }}
        />
        <Button type="submit" className={classes.move} loading={move.isPending}>
          Move
        </Button>
      </form>
      <fieldset className={classes.steps}>
        <legend className="hidden-visually">Move the clock forward by</legend>
        {steps.map((step) => (
          <Button
            key={step}
            size="sm"
            loading={move.isPending}
            onClick={() => move.mutate(later(workflowNow(), step))}
          >
            {step}
          </Button>
        ))}
      </fieldset>
    </section>
  );
}
