import { personalData, personalDataKinds } from '@clearcall/domain/model/personal-data.ts';
import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { CallFailure, LoadingRows } from '@clearcall/ui/kit/page-states.tsx';
import { translate } from '@clearcall/ui/kit/translate.ts';
import { Link } from '@tanstack/react-router';
import classes from './document-page.module.css';
import { DocumentPage } from './document-page.tsx';
import { LegalVersion } from './legal-version.tsx';
import { usePrivacy } from './use-privacy.ts';

/** What is kept about people, from the table that the code follows, in the numbers of the settings. */
function KeptData() {
  const { legacy } = useOrganisation();
  const privacy = usePrivacy();
  if (privacy.isError)
    return <CallFailure error={privacy.error} what="this part" onRetry={() => void privacy.refetch()} />;
  if (privacy.isPending) return <LoadingRows rows={12} height={160} label="Loading how long data are kept" />;
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
            <dt>Why</dt>
            <dd>{translate(row.why)}.</dd>
            <dt>Who sees it</dt>
            <dd>{translate(row.whoSees)}.</dd>
            <dt>How long</dt>
            <dd>{translate(row.howLong(retention))}</dd>
            <dt>If you delete your account</dt>
            <dd>{translate(row.onClosing(retention))}</dd>
          </dl>
        </div>
      ))}
      <p>
        Technical records name no person and hold no content.{' '}
        {errorReports
          ? 'When the portal fails, it reports the place in its code and a number to a service for errors; no name, no address, nothing that you typed. If your browser reports it, that service sees your network address.'
          : 'When the portal fails, nobody outside is told.'}
      </p>
    </>
  );
}

/** How the portal treats personal data; stands until the organisation names its own text. */
export function Privacy() {
  const { organization } = useOrganisation();
  return (
    <DocumentPage
      title="Privacy Policy"
      lead={`Which data about you ${organization.name} keeps in this portal, why, how long, and what you can do about it.`}
      parts={[
        {
          id: 'short',
          title: 'In short',
          text: (
            <ul>
              <li>
                We keep what is needed to apply for computing time, to review applications and to decide on
                them.
              </li>
              <li>Your drafts are yours alone. What you submit is seen by those who work on it.</li>
              <li>We do not sell data, do not advertise and build no profiles. No decision is automatic.</li>
              <li>
                You can download everything that we keep about you, and delete your account, in{' '}
                <Link to="/profile">your profile</Link>, without asking anybody.
              </li>
            </ul>
          ),
        },
        { id: 'what', title: 'What we keep, and how long', text: <KeptData /> },
        {
          id: 'who',
          title: 'Who sees what',
          text: (
            <p>
              Staff of the office, reviewers and computing centres see what their part in a step needs, and
              only after you have submitted. You do not learn who reviewed your application, and reviewers do
              not see your personal details. Those who run the machines for us can reach the database to keep
              it alive; they act on our word alone.
            </p>
          ),
        },
        {
          id: 'cookies',
          title: 'Cookies and storage',
          text: (
            <>
              <p>
                One cookie keeps you logged in; it is deleted when you log out. Another one lives for some
                minutes while you log in through another provider. In your browser we keep a mark that you are
                logged in, your choice of colours, when we asked you about mails on new calls, and changes to
                a form that could not be sent yet: for 30 days after you wrote them or after the deadline,
                whichever is later. When you log out you can remove them.
              </p>
              <p>
                All of that is needed for what you asked for. There is no tracking and nothing is loaded from
                other companies, so there is no banner.
              </p>
            </>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          text: (
            <>
              <ul>
                <li>
                  <b>To know and to take along.</b> ‘Download my data’ in{' '}
                  <Link to="/profile">your profile</Link> gives you a file with all of it, and your documents.
                </li>
                <li>
                  <b>To put right.</b> Change your profile yourself; for what you cannot change, write to us.
                </li>
                <li>
                  <b>To be forgotten.</b> ‘Delete my account’ in your profile works at once. What stays, and
                  how long, stands above.
                </li>
                <li>
                  <b>To take consent back.</b> The mailing list stops with one press, in any of its mails or
                  in your profile.
                </li>
                <li>
                  <b>To object, or to have the use of data restricted.</b>{' '}
                  <Link to="/contact">Write to us</Link>.
                </li>
                <li>
                  <b>To complain.</b> Your data protection authority takes complaints; you need not ask us
                  first.
                </li>
              </ul>
            </>
          ),
        },
        { id: 'version', title: 'Changes', text: <LegalVersion of="privacy" /> },
        {
          id: 'responsible',
          title: 'Who is responsible',
          text: (
            <p>
              {organization.name} is responsible for this portal and what it keeps.{' '}
              <Link to="/contact">How to reach us</Link>.
            </p>
          ),
        },
      ]}
    />
  );
}
