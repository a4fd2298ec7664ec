import { ButtonAnchor } from '@clearcall/ui/kit/button.tsx';
import { PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/page-states.tsx';
import { useUser } from '@clearcall/ui/session/require-session.tsx';

/** The start of the administration. Its tools come one by one; until then it says which. */
export function Home() {
  const user = useUser();
  return (
    <div className="page">
      <PageHead title="Administration">
        <p>Logged in as {user.email}.</p>
      </PageHead>
      <Empty
        title="Nothing here yet"
        action={
          <ButtonAnchor href="/" variant="filled">
            Open the user portal
          </ButtonAnchor>
        }
        fact="Calls, forms and options are loaded from world files until then."
      >
        Here you will make calls with their cut-offs and limits, draw the steps and forms of their flows, set
        who is told what and when, and look after users, lists of options and the organisation’s look.
      </Empty>
    </div>
  );
}
