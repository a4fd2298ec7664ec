import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';

/** Where to turn; organisations with an address of their own name it in their settings, and this page repeats it. */
export function Contact() {
  const { organization, contactLink } = useOrganisation();
  const own = contactLink !== '' && contactLink !== '/contact';
  const site = /^https?:/.test(organization.link);
  return (
    <DocumentPage
      title="Contact"
      lead={`How to reach ${organization.name}.`}
      parts={[
        {
          id: 'office',
          title: 'The office',
          text: own ? (
            <p>
              <a href={contactLink}>{contactLink.replace(/^mailto:/, '')}</a>
            </p>
          ) : site ? (
            <p>
              You find addresses and telephone numbers on <a href={organization.link}>{organization.link}</a>.
            </p>
          ) : (
            <p>
              The address of the office stands in every mail that this portal sends you. Those who run the
              portal can name one here, in the settings of the organisation.
            </p>
          ),
        },
        {
          id: 'calls',
          title: 'Questions about a call',
          text: (
            <p>
              Each call names its own contact under ‘Documents’ on <Link to="/">its page</Link>. The{' '}
              <Link to="/documentation">guide for applicants</Link> answers what is asked most.
            </p>
          ),
        },
        {
          id: 'quote',
          title: 'What helps us to help',
          text: (
            <p>
              Name the number of your application (it begins with the name of the call, or with DRAFT), what
              you were about to do, and what the page said. Where the portal itself failed, it shows a number:
              with it we find in our records what happened. Never send your password: nobody here needs it.
            </p>
          ),
        },
      ]}
    />
  );
}
