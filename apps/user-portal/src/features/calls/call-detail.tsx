import type { CallDetail as Call } from '@clearcall/domain/calls/call.ts';
import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import { isSafeAddress } from '@clearcall/domain/values/rich-text.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import { Button, ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { BackLink, Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { Bar, CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { StatusChip } from '@clearcall/ui/kit/status-chip.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { fileKindText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, withTexts } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { PrintoutButton } from '@clearcall/ui/session/printout-button.tsx';
import { useSession } from '@clearcall/ui/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, use } from 'react';
import { ApplyPanel } from './apply-panel.tsx';
import classes from './call-detail.module.css';
import { CallProcess } from './call-process.tsx';
import { applicationCount, callRole, oneCall } from './call-queries.ts';
import { Downloads } from './downloads.tsx';
import { OtherCalls } from './other-calls.tsx';
import { PartitionLimits } from './partition-limits.tsx';
import { InPreview } from './preview/in-preview.ts';

// For staff alone: with its texts, when one of them reads the page.
const Stragglers = lazy(
  withTexts(['staff', 'refusals'], async () => ({ default: (await import('./stragglers.tsx')).Stragglers })),
);

const CallPreview = lazy(
  withTexts(['preview', 'refusals', 'forms', 'editor'], async () => ({
    default: (await import('./preview/call-preview.tsx')).CallPreview,
  })),
);

/** The page of a call, or the preview of one. */
export function CallDetail() {
  const { id } = useParams({ from: '/calls/$id' });
  return id === 'preview' ? (
    <Suspense>
      <CallPreview page={(call) => <Detail call={call} />} />
    </Suspense>
  ) : (
    <LiveCall id={id} />
  );
}

/** One call: what it gives and to whom, how it goes on, and the way in. */
function LiveCall({ id }: { id: string }) {
  const { data: call, error, refetch } = useQuery(oneCall(id));

  if (call === undefined && error instanceof CallError && error.status === 404) {
    return (
      <div className="page">
        <ErrorState
          code="404"
          title={t('call.missing.title')}
          actions={
            <ButtonLink to="/" variant="filled">
              {t('call.missing.all')}
            </ButtonLink>
          }
        >
          <p>{t('call.missing.text')}</p>
        </ErrorState>
      </div>
    );
  }
  return (
    <div className={`page ${classes.page}`}>
      <BackLink to="/">{t('call.back')}</BackLink>
      {call ? (
        <Detail call={call} />
      ) : error ? (
        <CallFailure query={{ error, refetch }} what={t('call.what')} headingLevel={1} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Detail(props: { call: Call }) {
  const { call } = props;
  return (
    <div className={classes.columns}>
      <header className={classes.head}>
        {call.logo === null ? (
          <div className={classes.initials} aria-hidden="true">
            {call.code}
          </div>
        ) : (
          <img className={classes.logo} src={call.logo} alt="" />
        )}
        <div>
          <p className="row">
            <StatusChip status={call.state} />
            <span className="small soft">
              {t('call.numbered', { code: call.code, number: call.number, year: String(call.year) })}
            </span>
          </p>
          <h1 lang={langOf(call, 'title')}>{call.title}</h1>
        </div>
      </header>

      <ApplyPanel call={call} />

      <div className={classes.main}>
        <Section title={t('call.details')} id="details" className={classes.first}>
          {call.description === '' ? (
            <p className="soft">{t('call.soon')}</p>
          ) : (
            <p className={classes.intro} lang={langOf(call, 'description')}>
              {call.description}
            </p>
          )}
        </Section>
        <CallProcess call={call} />
        <ForStaff call={call}>
          <PartitionLimits call={call} />
          <Documents call={call} />
          <OtherCalls except={call.id} />
        </ForStaff>
      </div>
    </div>
  );
}

/** What staff are told of the call. What follows waits for it, and until it is known who reads: it would be moved down. */
function ForStaff(props: { call: Call; children: ReactNode }) {
  const session = useSession();
  const { staffRoles } = useOrganisation();
  const inPreview = use(InPreview);
  const waiting = <LoadingRows rows={8} label={t('call.loading')} />;
  if (inPreview) return props.children;
  if (session.state === 'unknown') return waiting;
  if (session.state === 'signed-out' || !staffRoles.includes(session.user.role)) return props.children;
  return (
    <Suspense fallback={waiting}>
      <OfficeLine call={props.call} />
      <Stragglers call={props.call} role={session.user.role} waiting={waiting}>
        {props.children}
      </Stragglers>
    </Suspense>
  );
}

/** Links of staff from a call, and the number of drafts. */
function OfficeLine(props: { call: Call }) {
  const id = String(props.call.id);
  const { data } = useQuery(applicationCount(id));
  return (
    <p className={classes.office}>
      <Link to="/calls/$id/scores" params={{ id }}>
        {t('call.scores')}
      </Link>
      <span>{data === undefined ? '\u00a0' : t('call.drafts', { n: data.draftsOfOthers ?? 0 })}</span>
    </p>
  );
}

function Documents(props: { call: Call }) {
  const { id, documents } = props.call;
  const { link1, link2, guidelineReviewer, termsOfReference } = props.call.links;
  const session = useSession();
  const inPreview = use(InPreview);
  const { data } = useQuery({
    ...callRole(String(props.call.id)),
    enabled: session.state === 'signed-in' && !inPreview,
  });
  const addressOf = ({ name }: Call['documents'][number]) => callDocumentAddress(id, name);
  const named = [link1?.address, link2?.address, guidelineReviewer, termsOfReference];
  const rows = [
    link1 && { ...link1, lang: langOf(props.call, 'links') },
    link2 && { ...link2, lang: langOf(props.call, 'links') },
    ...documents
      .map((document) => ({
        title: document.title,
        address: addressOf(document),
        lang: langOf(document, 'title'),
      }))
      .filter(({ address }) => !named.includes(address)),
    guidelineReviewer ? { title: t('call.documents.guideline'), address: guidelineReviewer } : undefined,
    termsOfReference ? { title: t('call.documents.terms'), address: termsOfReference } : undefined,
  ].filter((link) => link !== undefined && isSafeAddress(link.address)) as Omit<DocumentRow, 'document'>[];
  const downloads = session.state === 'signed-in' && data?.canDownloadBundle === true;
  const hasForm = props.call.flow.steps.length > 0 && !inPreview;
  // Older versions stored no dates.
  const isDated = documents.some(({ uploadedAt }) => uploadedAt !== undefined);
  if (rows.length === 0 && !downloads && !hasForm) return null;
  return (
    <Section title={t('call.documents.title')} id="documents">
      {rows.length === 0 && !hasForm ? null : (
        <table className={classes.documents} aria-labelledby="documents-title">
          <thead>
            <tr>
              <th scope="col">{t('call.documents.name')}</th>
              <th scope="col">{t('call.documents.kind')}</th>
              {isDated ? <th scope="col">{t('call.documents.date')}</th> : null}
              <th scope="col" data-align="right">
                {t('call.documents.size')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <DocumentLine
                // biome-ignore lint/suspicious/noArrayIndexKey: the places are fixed, and two links may have one title
                key={at}
                {...row}
                document={documents.find((document) => addressOf(document) === row.address)}
                zone={isDated ? props.call.timeZone : null}
              />
            ))}
            {hasForm ? (
              <tr>
                <td>
                  <PrintoutButton operation="GET /download/call/:id/form" id={id} asLink>
                    {t('parts.printout.form')}
                  </PrintoutButton>
                </td>
                <td>{fileKindText('form.pdf')}</td>
                {isDated ? <td /> : null}
                <td />
              </tr>
            ) : null}
          </tbody>
        </table>
      )}
      {downloads ? <Downloads callId={props.call.id} /> : null}
    </Section>
  );
}

interface DocumentRow {
  title: string;
  address: string;
  lang?: Language;
  document: Call['documents'][number] | undefined;
}

/** A file or page: its name, its kind, and the day and size of a file. */
function DocumentLine({ title, address, lang, document, zone }: DocumentRow & { zone: string | null }) {
  const isMail = address.startsWith('mailto:');
  return (
    <tr>
      <td>
        <a href={address} rel="noopener noreferrer" lang={lang}>
          {title}
        </a>
      </td>
      <td>
        {document !== undefined
          ? fileKindText(document.filename)
          : t(isMail ? 'call.documents.email' : 'call.documents.page')}
      </td>
      {zone === null ? null : (
        <td className="nowrap">{document?.uploadedAt ? dateText(document.uploadedAt, zone) : null}</td>
      )}
      <td data-align="right">{document === undefined ? null : sizeText(document.sizeBytes)}</td>
    </tr>
  );
}

function Skeleton() {
  return (
    <div className={classes.columns} data-loading="">
      <header className={classes.head}>
        <div className={classes.initials} />
        <div>
          <p className="row" style={{ minHeight: 24 }}>
            <Bar width={140} height={24} />
          </p>
          <h1>
            <span className="hidden-visually">{t('call.loading')}</span>
            <Bar width="16rem" height={28} />
          </h1>
        </div>
      </header>
      <aside className={classes.apply} aria-hidden="true">
        <Bar width={96} />
        <br />
        <Bar width={180} height={28} />
        <br />
        <Button variant="filled" size="lg" fullWidth disabled>
          {'\u00a0'}
        </Button>
        <LoadingRows rows={5} />
      </aside>
      <div className={classes.main}>
        <Section title={t('call.details')} className={classes.first}>
          <LoadingRows rows={2} label={t('call.loading')} />
        </Section>
        <Section title={t('call.process.title')}>
          <LoadingRows rows={8} label={t('call.loading')} />
        </Section>
      </div>
    </div>
  );
}
