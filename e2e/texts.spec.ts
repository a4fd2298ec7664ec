import { encodeLink } from '@clearcall/domain/mail/link.ts';
import { expect, type Page, test } from '@playwright/test';
import { demoPassword, playOpenLinks, signIn } from './accounts.ts';
import { applicant } from './pages.ts';

/**
 * The texts that the requirements quote, as they stand on the pages: letter by letter, for finding a button by its name
 * forgives capitals and what stands around it. What the parts do is in the journeys.
 */

const email = 'nobody@example.org';
const link = encodeLink({ email, token: 'x'.repeat(43) });

/** Opens the page and what hangs on it. */
type Row = [address: string, words: string[], open?: (page: Page) => Promise<void>];

const visitor: Row[] = [
  [
    '/',
    ['Open Calls for Proposals', 'All Calls', 'Open Calls', 'Cut-off ends in', 'Calls', 'Login', 'Sign Up'],
  ],
  ['/calls/1', ['Call Details', 'Call Process', 'Other Calls', 'Open', 'Register to apply']],
  ['/calls/2', ['Closed', 'Apply', 'You can no longer apply to this call.']],
  ['/calls/4', ['Opening Soon', 'Register to apply']],
  ['/calls/999999', ['The call you’re looking for couldn’t be found']],
  [
    '/auth/login',
    [
      'Please, login or register for free',
      ...['Email', 'Password', 'Log in', 'Register', 'Forgot password', 'Terms of Use', 'Privacy Policy'],
    ],
  ],
  [
    '/auth/register',
    [
      'Please, login or register for free',
      ...['First name', 'Last name', 'Email', 'Password', 'Confirm password'],
      ...['Register', 'Already have an account?'],
    ],
  ],
  ['/auth/register/confirmation', ['Thanks for joining us!']],
  [`/auth/register/confirmation?email=${email}`, ['Email Change']],
  ['/auth/email/confirmation', ['Email Change']],
  ['/auth/forgot', ['Email', 'Send Recovery Link', 'Back']],
  ['/auth/forgot/sent', ['Check your mailbox!', 'Login']],
  [`/auth/reset/${link}`, ['New password', 'Confirm password', 'Reset Password', 'Back']],
  [
    `/auth/invite/${link}`,
    ['Choose a Password', 'E-mail Address', 'Password', 'Confirm password', 'Save Password', 'Back'],
  ],
];

const tabs = ['Personal Information', 'Additional Information', 'Involvement', 'Bank Details', 'Password'];
const signedIn: Row[] = [
  ['/applications', ['Calls', 'Applications', 'Legacy']],
  [
    '/calls/1',
    ['Apply to Call', 'Apply', 'Go to Dashboard', 'Cancel'],
    async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    '/profile?tab=personal',
    [
      ...tabs,
      ...['Save Changes', 'First name', 'Last name', 'Title', 'Gender', 'Nationality', 'Date of birth'],
      ...['Phone number', 'Email', 'Home address', 'Scientific fields of expertise'],
      ...['Change E-mail', 'New email', 'Current password', 'Update E-mail', 'Cancel'],
    ],
    async (page) => {
      await page.getByRole('button', { name: 'Change E-mail', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  ],
  [
    '/profile/organization',
    ['LinkedIn', 'ResearchGate', 'Google Scholar', 'Scopus', 'Website', 'Link 1', 'Link 2', 'Save Changes'],
  ],
  [
    '/profile?tab=involvement',
    [
      ...['Reviewer availability', 'Yes', 'No', 'Temporarily unavailable as committee member'],
      ...['Mandate start', 'Mandate end', 'Save Changes'],
    ],
  ],
  [
    '/profile?tab=bank',
    [
      ...[
        'Bank name',
        'Account holder name',
        'BIC/SWIFT code',
        'Account number (IBAN)',
        'Bank branch address',
      ],
      ...['Routing number', 'Remarks', 'Save Changes'],
    ],
  ],
  ['/profile/pwd', ['Current password', 'New password', 'Verify new password', 'Save Password']],
];

/** Every text of its own on the page, and what its parts without a text are called. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [...document.querySelectorAll('[aria-label]')].map(
      (part) => part.getAttribute('aria-label') ?? '',
    );
    while (walker.nextNode() !== null) {
      // As it is drawn: a style may change its letters.
      const { textTransform } = getComputedStyle(walker.currentNode.parentElement ?? document.body);
      const text = (walker.currentNode.textContent ?? '').trim();
      texts.push(textTransform === 'none' ? text : `${textTransform} ${text}`);
    }
    return texts;
  });

async function expectTexts(page: Page, [address, words, open]: Row): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/^Loading/);
  await open?.(page);
  await expect
    .poll(async () => {
      const texts = await textsOf(page);
      return words.filter((word) => !texts.includes(word));
    }, `what is missing at ${address}`)
    .toEqual([]);
}

test('what a visitor reads is what is specified, letter by letter', { tag: '@wide' }, async ({ page }) => {
  await playOpenLinks(page);
  for (const row of visitor) await expectTexts(page, row);

  await page.route('**/api/v2/calls/published', (route) =>
    route.fulfill({ json: { data: [{ id: 1 }], total: 1 } }),
  );
  await expectTexts(page, ['/', ['Oh no!', 'Something went wrong! We are trying to fix it.', 'RELOAD PAGE']]);
});

test('what the signed-in read is what is specified, letter by letter', { tag: '@wide' }, async ({
  page,
  request,
}) => {
  await signIn(page, applicant);
  // Another session of theirs, which the last press would end.
  const data = { email: applicant, password: demoPassword, app: 'user_portal' };
  expect((await request.post('/api/users/login', { data })).status()).toBe(200);
  for (const row of signedIn) await expectTexts(page, row);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTexts(page, ['/profile/pwd', ['Back to Menu']]);

  // The session is over: the next answer that needs it says so.
  const ask = page.getByRole('button', { name: 'Log out everywhere else' });
  await expect(ask).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await page.route('**/api/**', (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
  await ask.click();
  await expect
    .poll(async () => {
      const texts = await textsOf(page);
      return ['Your session has expired', 'Please Login Again'].filter((word) => !texts.includes(word));
    })
    .toEqual([]);
});
