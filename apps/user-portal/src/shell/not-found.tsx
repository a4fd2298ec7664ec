import { ButtonLink } from '@clearcall/ui/kit/button.tsx';
import { PageArea } from '@clearcall/ui/kit/main-area.tsx';
import { ErrorState } from '@clearcall/ui/kit/page-states.tsx';

/** For every address that leads nowhere. */
export function NotFound() {
  return (
    <PageArea className="page">
      <ErrorState
        code="404"
        title="The page you're looking for couldn't be found"
        actions={
          <>
            <ButtonLink to="/" variant="filled">
              All Calls
            </ButtonLink>
            <ButtonLink to="/applications">Applications</ButtonLink>
          </>
        }
      >
        <p>The address may have been cut off on its way, or the page has moved. Nothing of yours was lost.</p>
      </ErrorState>
    </PageArea>
  );
}
