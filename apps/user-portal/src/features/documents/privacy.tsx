import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** How the portal treats personal data; stands until the organisation names its own text. */
export function Privacy() {
  const { organization } = useOrganisation();
  return (
    <DocumentPage
      title="Privacy Policy"
      lead={`Which data about you ${organization.name} keeps in this portal, why, and what you can do about it.`}
      parts={[
        {
          id: 'what',
          title: 'What we keep',
          text: (
            <ul>
              <li>Your account: name, e-mail address, a hash of your password, when you last logged in.</li>
              <li>Your profile, as far as you fill it in.</li>
              <li>Your applications and files, and who changed what and when.</li>
              <li>Technical records for the security of the portal, without the content of your answers.</li>
            </ul>
          ),
        },
        {
          id: 'why',
          title: 'Why',
          text: (
            <p>
              To check, review and decide on applications, to reach you about them, and to keep the portal
              secure. We do not sell data, do not advertise and do not build profiles.
            </p>
          ),
        },
        {
          id: 'who',
          title: 'Who sees it',
          text: (
            <p>
              You see what is yours. Staff of the office, reviewers and computing centres see what their part
              in a step needs, and only after you have submitted. Drafts are yours alone. You do not learn who
              reviewed your application, and reviewers do not see your personal details.
            </p>
          ),
        },
        {
          id: 'cookies',
          title: 'Cookies and storage',
          text: (
            <p>
              One cookie keeps you signed in; it is deleted when you log out. In your browser we keep a mark
              that you are signed in, your choice of colours, and changes to a form that could not be sent
              yet. There is no tracking and nothing is loaded from other companies, so there is no banner.
            </p>
          ),
        },
        {
          id: 'how-long',
          title: 'How long',
          text: (
            <p>
              Drafts are deleted after one year; we warn you before. Submitted applications are kept as long
              as the rules of their funding demand. Links in our mails stop working after at most 14 days.
            </p>
          ),
        },
        {
          id: 'rights',
          title: 'Your rights',
          text: (
            <p>
              You may ask what we keep about you, have it put right, get a copy, or have it deleted where no
              law makes us keep it. <Link to="/contact">Write to us</Link>; you can also complain to your data
              protection authority.
            </p>
          ),
        },
      ]}
    />
  );
}
