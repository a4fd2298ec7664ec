import { personalData, personalDataKinds } from '@clearcall/domain/people/personal-data.ts';
import { useOrganisation } from '@clearcall/ui/kit/page/organisation.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/state/page-states.tsx';
import { RichText } from '@clearcall/ui/kit/text/rich-text.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import classes from './document-page.module.css';
import { DocumentPage } from './document-page.tsx';
import { LegalVersion } from './legal-version.tsx';
import { usePrivacy } from './use-privacy.ts';

/** What is kept about people, from the table that the code follows, in the numbers of the settings. */
function KeptData() {
  const { legacy } = useOrganisation();
  const privacy = usePrivacy();
  if (privacy.isError) return <CallFailure query={privacy} what={t('documents.privacy.what')} />;
  if (privacy.isPending) return <LoadingRows rows={12} height={160} label={t('documents.privacy.loading')} />;
  const { retention, errorReports } = privacy.data;
  const shown = personalDataKinds
    .filter((kind) => legacy || kind !== 'archive')
    .map((kind) => [kind, personalData(kind)] as const);
  return (
    <>
      {shown.map(([kind, row]) => (
        <div key={kind} className={classes.kind}>
          <h3>{translate(row.name)}</h3>
          <p>{translate(row.what)}.</p>
          <dl>
            <dt>{t('documents.privacy.why')}</dt>
            <dd>{translate(row.why)}.</dd>
            <dt>{t('documents.privacy.whoSees')}</dt>
            <dd>{translate(row.whoSees)}.</dd>
            <dt>{t('documents.privacy.howLong')}</dt>
            <dd>{translate(row.howLong(retention))}</dd>
            <dt>{t('documents.privacy.onClosing')}</dt>
            <dd>{translate(row.onClosing(retention))}</dd>
          </dl>
        </div>
      ))}
      <p>
        {[
          t('documents.privacy.technical'),
          t(errorReports ? 'documents.privacy.reported' : 'documents.privacy.unreported'),
        ].join(' ')}
      </p>
    </>
  );
}

/** How the portal treats personal data; stands until the organisation names its own text. */
export function Privacy() {
  const { organization } = useOrganisation();
  return (
    <DocumentPage
      title={t('documents.privacy.title')}
      lead={t('documents.privacy.lead', { organisation: organization.name })}
      parts={[
        {
          id: 'short',
          title: t('documents.privacy.short'),
          text: (
            <ul>
              <li>{t('documents.privacy.short.need')}</li>
              <li>{t('documents.privacy.short.drafts')}</li>
              <li>{t('documents.privacy.short.no')}</li>
              <li>
                <RichText
                  id="documents.privacy.short.you"
                  parts={{ profile: (words) => <Link to="/profile">{words}</Link> }}
                />
              </li>
            </ul>
          ),
        },
        { id: 'what', title: t('documents.privacy.kept'), text: <KeptData /> },
        { id: 'who', title: t('documents.privacy.who'), text: <p>{t('documents.privacy.who.text')}</p> },
        {
          id: 'cookies',
          title: t('documents.privacy.cookies'),
          text: (
            <>
              <p>{t('documents.privacy.cookies.what')}</p>
              <p>{t('documents.privacy.cookies.none')}</p>
            </>
          ),
        },
        {
          id: 'rights',
          title: t('documents.privacy.rights'),
          text: (
            <ul>
              <li>
                <RichText
                  id="documents.privacy.rights.access"
                  parts={{
                    b: (words) => <b>{words}</b>,
                    profile: (words) => <Link to="/profile">{words}</Link>,
                  }}
                />
              </li>
              <li>
                <RichText id="documents.privacy.rights.correction" parts={{ b: (words) => <b>{words}</b> }} />
              </li>
              <li>
                <RichText id="documents.privacy.rights.erasure" parts={{ b: (words) => <b>{words}</b> }} />
              </li>
              <li>
                <RichText id="documents.privacy.rights.consent" parts={{ b: (words) => <b>{words}</b> }} />
              </li>
              <li>
                <RichText
                  id="documents.privacy.rights.object"
                  parts={{
                    b: (words) => <b>{words}</b>,
                    contact: (words) => <Link to="/contact">{words}</Link>,
                  }}
                />
              </li>
              <li>
                <RichText id="documents.privacy.rights.complain" parts={{ b: (words) => <b>{words}</b> }} />
              </li>
            </ul>
          ),
        },
        { id: 'version', title: t('documents.privacy.changes'), text: <LegalVersion of="privacy" /> },
        {
          id: 'responsible',
          title: t('documents.privacy.responsible'),
          text: (
            <p>
              <RichText
                id="documents.privacy.responsible.text"
                values={{ organisation: organization.name }}
                parts={{ contact: (words) => <Link to="/contact">{words}</Link> }}
              />
            </p>
          ),
        },
      ]}
    />
  );
}
