import { message } from '@clearcall/i18n/message.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTexts } from '../text/translate.ts';
import { EmailSent, emailNotice } from './emails-wait.tsx';

beforeAll(() => startTexts(['frame'], 'en'));
afterEach(() => vi.unstubAllGlobals());

const inPageWith = (emails: string): void => {
  const documentElement = { lang: 'en' };
  const querySelector = (selector: string) =>
    selector === 'meta[name="emails"]' ? { getAttribute: () => emails } : null;
  vi.stubGlobal('document', { documentElement, querySelector });
};
const sent = { type: 'success', message: message('frame.menu.login') } as const;
const shown = () => renderToStaticMarkup(<EmailSent>We sent a link.</EmailSent>);

it('a page says that an email was sent where emails are sent', () => {
  inPageWith('');
  expect([shown(), emailNotice(sent)]).toEqual(['We sent a link.', sent]);
});

it('a page of a portal without a mail server says that the email waits', () => {
  inPageWith('off');
  expect(shown()).toBe(
    'This portal has no mail server at the moment. The email will be sent as soon as it has one.',
  );
  expect(emailNotice(sent)).toEqual({ type: 'info', message: { id: 'frame.emailsWait' } });
});
