import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { DateTime } from '@clearcall/ui/kit/date-time.tsx';
import { KeyValue, PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { CallFailure, Empty, ErrorState, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { TextField } from '@clearcall/ui/kit/text-field.tsx';
import { call, type Reply } from '@clearcall/ui/session/call.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import classes from './mailbox.module.css';
import { MovableClock } from './movable-clock.tsx';

type Mail = Reply<'GET /demo/mails'>[number];

/** Mails that the demonstration keeps instead of sending them: to read, and to follow their links. */
export function Mailbox() {
  const { to, id } = useSearch({ from: '/mailbox' });
  const mails = useQuery({
    queryKey: ['mails', to ?? ''],
    queryFn: ({ signal }) =>
      call('GET /demo/mails', { ...(to === undefined ? {} : { query: { to } }), signal, quiet: true }),
    staleTime: 0,
    refetchInterval: 10_000,
  });
  const open = mails.data?.find((mail) => mail.id === id) ?? (id === undefined ? mails.data?.[0] : undefined);

  if (mails.error instanceof CallError && mails.error.status === 404) {
    return (
      <div className="page">
        <ErrorState code="404" title="This portal has no mailbox">
          <p>
            Only a demonstration keeps its mails on a page. Here they go to the address that they are for.
          </p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHead
        title="Mailbox"
        actions={
          <Button loading={mails.isFetching && mails.data !== undefined} onClick={() => void mails.refetch()}>
            Refresh
          </Button>
        }
      >
        <p>This is a demonstration: its mails are kept here instead of being sent.</p>
      </PageHead>
      <MovableClock />
      <AddressFilter to={to} />
      {mails.isError && mails.data === undefined ? (
        <CallFailure error={mails.error} what="the mails" onRetry={() => void mails.refetch()} />
      ) : mails.data === undefined ? (
        <LoadingRows rows={8} height={64} label="Loading the mails" />
      ) : mails.data.length === 0 ? (
        <Empty title={to === undefined ? 'No mail has been sent yet.' : `No mail has gone to ${to} yet.`}>
          Register, ask for a new password or submit an application: the mail will be here a moment later.
        </Empty>
      ) : (
        <div className={`${classes.columns} ${id === undefined ? '' : classes.reading}`}>
          <ul className={classes.list} aria-label="Mails">
            {mails.data.map((mail) => (
              <li key={mail.id}>
                <Link
                  to="/mailbox"
                  search={{ ...(to === undefined ? {} : { to }), id: mail.id }}
                  resetScroll={false}
                  aria-current={mail === open ? 'true' : undefined}
                  activeOptions={{ exact: true }}
                >
                  <b>{mail.subject}</b>
                  <span>{mail.to}</span>
                  <span>
                    <DateTime at={mail.sentAt} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          {open ? (
            <OpenMail key={open.id} mail={open} to={to} />
          ) : (
            <p className="soft">This mail is not among the last hundred.</p>
          )}
        </div>
      )}
    </div>
  );
}

function AddressFilter(props: { to: string | undefined }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(props.to ?? '');
  useEffect(() => setTyped(props.to ?? ''), [props.to]);
  const go = (to: string) =>
    void navigate({ to: '/mailbox', search: to === '' ? {} : { to }, resetScroll: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    go(typed.trim());
  };
  return (
    <form className={classes.filter} onSubmit={submit} aria-label="Choose an address">
      <TextField
        label="Mails to"
        type="email"
        inputMode="email"
        placeholder="everybody"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inside={
          typed === '' ? undefined : (
            <IconButton
              label="Show the mails to everybody"
              icon="close"
              onClick={() => {
                setTyped('');
                go('');
              }}
            />
          )
        }
      />
      <Button type="submit">Show</Button>
    </form>
  );
}

const views = ['As it looks', 'On a telephone', 'As plain text', 'Headers'] as const;

function OpenMail(props: { mail: Mail; to: string | undefined }) {
  const { mail } = props;
  const [view, setView] = useState<(typeof views)[number]>('As it looks');
  return (
    <article className={classes.mail} aria-labelledby="mail-subject">
      <p className="only-narrow">
        <Link to="/mailbox" search={props.to === undefined ? {} : { to: props.to }}>
          All mails
        </Link>
      </p>
      <h2 id="mail-subject">{mail.subject}</h2>
      <KeyValue
        rows={[
          ['To', mail.to],
          ['From', mail.from],
          ['Sent', <DateTime key="sent" at={mail.sentAt} />],
        ]}
      />
      <fieldset className={classes.views}>
        <legend className="hidden-visually">How to show it</legend>
        {views.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setView(one)}>
            {one}
          </button>
        ))}
      </fieldset>
      {view === 'As it looks' || view === 'On a telephone' ? (
        // No script runs in it; its links lead this window on when they are pressed.
        <iframe
          title={`The mail ‘${mail.subject}’`}
          className={`${classes.frame} ${view === 'On a telephone' ? classes.telephone : ''}`}
          sandbox="allow-top-navigation-by-user-activation allow-popups"
          srcDoc={mail.html.replace(/<head>/i, '<head><base target="_top">')}
        />
      ) : view === 'As plain text' ? (
        <pre className={classes.text}>
          <TextWithLinks text={mail.text} />
        </pre>
      ) : (
        <KeyValue rows={Object.entries(mail.headers).map(([name, value]) => [name, value])} />
      )}
    </article>
  );
}

function TextWithLinks(props: { text: string }) {
  return props.text.split(/(https?:\/\/[^\s<>]+)/).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text stay where they are
      <a key={index} href={piece}>
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}
