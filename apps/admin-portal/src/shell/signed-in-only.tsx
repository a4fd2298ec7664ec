import { ChangedTextsQuestion } from '@clearcall/ui/session/changed-texts-question.tsx';
import { SignedInOnly as Guarded } from '@clearcall/ui/session/signed-in-only.tsx';

/** Everything but the login. */
export function SignedInOnly() {
  return (
    <Guarded start="/">
      <ChangedTextsQuestion />
    </Guarded>
  );
}
