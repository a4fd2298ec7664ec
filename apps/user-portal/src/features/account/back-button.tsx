import { Button } from '@clearcall/ui/kit/button.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { useNavigate, useRouter } from '@tanstack/react-router';

/** One step back, also out of the portal; to the login where a mail opened the page in a window of its own. */
export function BackButton() {
  const router = useRouter();
  const navigate = useNavigate();
  const back = () => {
    if (window.history.length > 1) router.history.back();
    else void navigate({ to: '/auth/login' });
  };
  return (
    <Button variant="subtle" onClick={back}>
      {t('account.back')}
    </Button>
  );
}
