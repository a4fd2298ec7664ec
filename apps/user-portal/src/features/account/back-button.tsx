import { Button } from '@clearcall/ui/kit/button.tsx';
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';

/** One step back; to the login for those who came here by a link from a mail. */
export function BackButton() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  const back = () => {
    if (canGoBack) router.history.back();
    else void navigate({ to: '/auth/login' });
  };
  return (
    <Button variant="subtle" onClick={back}>
      Back
    </Button>
  );
}
