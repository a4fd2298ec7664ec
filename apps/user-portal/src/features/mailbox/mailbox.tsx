import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { KeyValue, PageHead } from '@clearcall/ui/kit/page/page-head.tsx';
import { Segments } from '@clearcall/ui/kit/segments.tsx';
import { CallFailure, Empty, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { DateTime } from '@clearcall/ui/kit/time/date-time.tsx';
import { type Reply, read } from '@clearcall/ui/session/call.ts';
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
    queryFn: read('GET /demo/mails', { ...(to === undefined ? {} : { query: { to } }) }),
    staleTime: 0,
    refetchInterval: 10_000,
  });
  const open = mails.data?.find((mail) => mail.id === id) ?? (id === undefined ? mails.data?.[0] : undefined);

  if (mails.error instanceof CallError && mails.error.status === 404) {
    return (
      <div className="page">
        <ErrorState code="404" title={t('mailbox.none.title')}>
          <p>{t('mailbox.none.text')}</p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className="page">
      <PageHead
        title={t('mailbox.title')}
        actions={
          <Button loading={mails.isFetching && mails.data !== undefined} onClick={() => void mails.refetch()}>
            {t('mailbox.refresh')}
          </Button>
        }
      >
        <p>{t('mailbox.text')}</p>
      </PageHead>
      <MovableClock />
      <AddressFilter to={to} />
      {mails.isError && mails.data === undefined ? (
        <CallFailure query={mails} what={t('mailbox.what')} />
      ) : mails.data === undefined ? (
        <LoadingRows rows={8} height={64} label={t('mailbox.loading')} />
      ) : mails.data.length === 0 ? (
        <Empty title={to === undefined ? t('mailbox.empty.all') : t('mailbox.empty.to', { to })}>
          {t('mailbox.empty.text')}
        </Empty>
      ) : (
        <div className={`${classes.columns} ${id === undefined ? '' : classes.reading}`}>
          <ul className={`${classes.list} side-list`} aria-label={t('mailbox.list')}>
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
          {open ? <OpenMail key={open.id} mail={open} to={to} /> : <p className="soft">{t('mailbox.old')}</p>}
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
    <form className={classes.filter} onSubmit={submit} aria-label={t('mailbox.filter.name')}>
      <TextField
        label={t('mailbox.filter.to')}
        type="email"
        inputMode="email"
        placeholder={t('mailbox.filter.everybody')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        inside={
          typed === '' ? undefined : (
            <IconButton
              label={t('mailbox.filter.clear')}
              icon="close"
              onClick={() => {
                setTyped('');
                go('');
              }}
            />
          )
        }
      />
      <Button type="submit">{t('mailbox.filter.show')}</Button>
    </form>
  );
}

const views = ['preview', 'phone', 'text', 'headers'] as const;

function OpenMail(props: { mail: Mail; to: string | undefined }) {
  const { mail } = props;
  const [view, setView] = useState<(typeof views)[number]>('preview');
  return (
    <article className={classes.mail} aria-labelledby="mail-subject">
      <p className="only-narrow">
        <Link to="/mailbox" search={props.to === undefined ? {} : { to: props.to }}>
          {t('mailbox.all')}
        </Link>
      </p>
      <h2 id="mail-subject">{mail.subject}</h2>
      <KeyValue
        rows={[
          [t('mailbox.mail.to'), mail.to],
          [t('mailbox.mail.from'), mail.from],
          [t('mailbox.mail.sent'), <DateTime key="sent" at={mail.sentAt} />],
        ]}
      />
      <Segments
        label={t('mailbox.view.name')}
        values={views}
        chosen={view}
        choose={setView}
        textOf={(one) => t(`mailbox.view.${one}`)}
      />
      {view === 'preview' || view === 'phone' ? (
        // No script runs in it; its links lead this window on when they are pressed.
        <iframe
          title={t('mailbox.mail.frame', { subject: mail.subject })}
          className={`${classes.frame} ${view === 'phone' ? classes.telephone : ''}`}
          sandbox="allow-top-navigation-by-user-activation allow-popups"
          srcDoc={mail.html.replace(/<head>/i, '<head><base target="_top">')}
        />
      ) : view === 'text' ? (
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
