import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { PageHead } from '@clearcall/ui/kit/page-head.tsx';
import { Empty } from '@clearcall/ui/kit/page-states.tsx';

/** The pending actions of the reader. Until steps after the first can be assigned, nobody has one. */
export function Dashboard() {
  return (
    <div className="page">
      <PageHead title="Dashboard" />
      <Empty
        title="It looks like you don’t have any pending action at the moment."
        action={
          <>
            <ButtonLink to="/" variant="filled">
              Apply To Calls
            </ButtonLink>
            <ButtonLink to="/applications">Applications</ButtonLink>
          </>
        }
      >
        What waits for you will stand here with its deadline: assignments to accept and forms to submit. Your
        own drafts are in the list of applications.
      </Empty>
    </div>
  );
}
