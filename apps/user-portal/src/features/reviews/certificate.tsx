import type { Certificate } from '@clearcall/domain/applications/finished-review.ts';
import { writtenCode } from '@clearcall/domain/people/certificate-code.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Button } from '@clearcall/ui/kit/button.tsx';
import { TextField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Note } from '@clearcall/ui/kit/state/note.tsx';
import { CallFailure, ErrorState, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import { CallError } from '@clearcall/ui/session/call-error.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { certificateOf } from './review-queries.ts';
import classes from './reviews.module.css';

/** A certificate as it is kept, for whoever has its code: read here, printed from here. Source: Requirements 2c, 4.5. */
export function CertificatePage() {
  const { code: typed = '' } = useParams({ strict: false });
  const code = writtenCode(typed);
  const asked = useQuery(certificateOf(code));
  if (asked.data !== undefined) return <Paper certificate={asked.data} code={code} />;
  if (!asked.isError)
    return (
      <div className="page">
        <LoadingRows rows={6} />
      </div>
    );
  if (!(asked.error instanceof CallError && asked.error.status === 404))
    return (
      <div className="page">
        <CallFailure query={asked} what={t('reviews.certificate.one')} headingLevel={1} />
      </div>
    );
  return (
    <div className="page">
      <ErrorState code="404" title={t('reviews.certificate.none')}>
        <p>{t('reviews.certificate.noneWhy')}</p>
        <OtherCode code={code} />
      </ErrorState>
    </div>
  );
}

/** A letter was read wrongly, say. */
function OtherCode(props: { code: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(props.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = writtenCode(typed);
    if (code !== '') void navigate({ to: '/certificates/$code', params: { code } });
  };
  return (
    <form onSubmit={submit} noValidate className={classes.other}>
      <TextField
        label={t('reviews.certificate.code')}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit">{t('reviews.certificate.check')}</Button>
    </form>
  );
}

function Paper({ certificate, code }: { certificate: Certificate; code: string }) {
  const { organisation, name, work, total, firstDay, lastDay, madeAt } = certificate;
  return (
    <div className="page">
      <div className={classes.sheet}>
        <div className="only-screen">
          <Note kind="ok">{t('reviews.certificate.genuine', { organisation })}</Note>
          <p className={classes.tools}>
            <Button variant="filled" onClick={() => window.print()}>
              {t('reviews.certificate.print')}
            </Button>
            <span className="small soft">{t('reviews.certificate.keep')}</span>
          </p>
        </div>
        <article className={classes.paper}>
          <p className={classes.organisation}>{organisation}</p>
          <h1>{t('reviews.certificate.title')}</h1>
          <p className={classes.says}>
            <RichText
              id="reviews.certificate.says"
              values={{ organisation, n: total }}
              parts={{
                name: () => <b>{name}</b>,
                first: () => <span className="nowrap">{dateText(firstDay)}</span>,
                last: () => <span className="nowrap">{dateText(lastDay)}</span>,
              }}
            />
          </p>
          <table className={classes.work}>
            <thead>
              <tr>
                <th scope="col">{t('reviews.certificate.year')}</th>
                <th scope="col">{t('reviews.certificate.call')}</th>
                <th scope="col">{t('reviews.certificate.as')}</th>
                <th scope="col" data-align="right">
                  {t('reviews.certificate.number')}
                </th>
              </tr>
            </thead>
            <tbody>
              {work.map((row) => (
                <tr key={`${row.year} ${row.callTitle} ${row.role}`}>
                  <td>{row.year}</td>
                  <td>{row.callTitle}</td>
                  <td>{translate(roleMessage(row.role))}</td>
                  <td className="num" data-align="right">
                    {numberText(row.count)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  {t('reviews.certificate.total')}
                </th>
                <td className="num" data-align="right">
                  {numberText(total)}
                </td>
              </tr>
            </tfoot>
          </table>
          <p className="soft small">{t('reviews.certificate.anonymous')}</p>
          <dl className={classes.proof}>
            <dt>{t('reviews.certificate.madeOn')}</dt>
            <dd>{dateText(madeAt)}</dd>
            <dt>{t('reviews.certificate.code')}</dt>
            <dd className={classes.code}>{code}</dd>
            <dt>{t('reviews.certificate.checkAt')}</dt>
            <dd className={classes.address}>{`${window.location.origin}/certificates/${code}`}</dd>
          </dl>
        </article>
      </div>
    </div>
  );
}
