import type { ReactNode } from 'react';
import { t } from '../text/translate.ts';
import type { notify } from './notices.ts';

/** Whether this portal has no mail server, so that its emails wait: the server writes it into the page. */
export const emailsWait = (): boolean =>
  document.querySelector('meta[name="emails"]')?.getAttribute('content') === 'off';

/** Shows what a page says after an email was requested; if the email has to wait, that instead. */
export const EmailSent = ({ children }: { children: ReactNode }) =>
  emailsWait() ? t('frame.emailsWait') : children;

/** Returns the notice that an email was sent, or that it waits. */
export const emailNotice = (sent: Parameters<typeof notify>[0]): Parameters<typeof notify>[0] =>
  emailsWait() ? { type: 'info', message: { id: 'frame.emailsWait' } } : sent;
