import { useOrganisation } from '@clearcall/ui/kit/organisation.tsx';
import { Link } from '@tanstack/react-router';
import { DocumentPage } from './document-page.tsx';
import { LegalVersion } from './legal-version.tsx';

/** The terms that stand until the organisation names its own. */
export function Terms() {
  const { organization } = useOrganisation();
  return (
    <DocumentPage
      title="Terms of Use"
      lead={`What you and ${organization.name} can expect of each other when you use this portal.`}
      parts={[
        {
          id: 'purpose',
          title: 'What the portal is for',
          text: (
            <p>
              The portal is there to apply for computing time, to review applications and to follow them. Use
              it for that and for nothing else. Using it is free of charge.
            </p>
          ),
        },
        {
          id: 'account',
          title: 'Your account',
          text: (
            <p>
              An account belongs to one person. Give your own name and an address that you read. Keep your
              password to yourself; what is done with your account counts as done by you until you tell us
              that somebody else had it.
            </p>
          ),
        },
        {
          id: 'applications',
          title: 'What you submit',
          text: (
            <>
              <p>
                What you submit must be true to the best of your knowledge, and yours to submit. You keep all
                rights in it. You allow us to store it and to show it to those who check, review and decide on
                it, and to nobody else.
              </p>
              <p>
                Reviewers keep what they read to themselves, declare conflicts of interest and do not use your
                ideas.
              </p>
            </>
          ),
        },
        {
          id: 'deadlines',
          title: 'Deadlines',
          text: (
            <p>
              The clock of our server decides. A submission counts as made when it reaches us. If the portal
              itself fails shortly before a cut-off, the office may move the cut-off for everybody.
            </p>
          ),
        },
        {
          id: 'liability',
          title: 'Availability',
          text: (
            <p>
              We work to keep the portal reachable and your words safe, and announce maintenance beforehand.
              There is no right to an award, nor to the portal being reachable at every moment.
            </p>
          ),
        },
        {
          id: 'end',
          title: 'Misuse, and leaving',
          text: (
            <p>
              We may lock accounts that are misused, and say why. You may delete your account at any time, in{' '}
              <Link to="/profile">your profile</Link>. Questions: <Link to="/contact">contact us</Link>.
            </p>
          ),
        },
        { id: 'version', title: 'Changes', text: <LegalVersion of="terms" /> },
      ]}
    />
  );
}
