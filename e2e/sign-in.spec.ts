import { expect, type Page, test } from '@playwright/test';
import { expectMails, fillLogin, firstPassword, logOut, newAccount, newAddress } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { codeIn, mailTo } from './mails.ts';

/** Fills in the page of the identity provider, which the run started beside the portal. */
async function logInAtProvider(page: Page, subject: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Test ID' })).toBeVisible();
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('First name').fill('Siobhán');
  await page.getByLabel('Last name').fill('Ní Chaoimh');
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('comes from an identity provider, makes an account, links and logs in again', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = newAddress('provider');
  await page.goto('/auth/login?return=%2Fprofile%2Fpwd');
  const provider = page.getByRole('link', { name: 'Log in with Test ID' });

  // Whoever stops there, or finds nobody there, is told so and can go on in another way.
  await provider.click();
  await page.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByText('You did not finish at Test ID.')).toBeVisible();
  await page.getByRole('link', { name: 'Log in with Away ID' }).click();
  await expect(page.getByText('Away ID is not answering at the moment.')).toBeVisible();
  await expectAccessible(page);

  await provider.click();
  await logInAtProvider(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Almost there' })).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Siobhán');
  await expectAccessible(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByText(`We sent a code of 6 digits to ${email}`)).toBeVisible();
  await page.getByLabel('I accept the').check();
  const code = codeIn(await mailTo(request, email, /your code is/));
  await page.getByLabel('Code').fill(code === '123456' ? '123457' : '123456');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not right. Check it and try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();

  // The account is there, without a password; its only way to log in cannot be removed.
  await expect(page).toHaveURL(/\/profile\/pwd$/);
  const logins = page.getByRole('region', { name: 'Other logins' });
  await expect(logins.getByRole('listitem')).toHaveCount(1);
  await logins.getByRole('button', { name: /^Remove: Test ID/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(logins.getByText('This is your last way to log in.')).toBeVisible();
  await expectAccessible(page);

  // The provider remembers who was there; this is to be somebody else.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  await logins.getByRole('button', { name: 'Add Test ID' }).click();
  await logInAtProvider(page, `${email} again`);
  await expect(page.getByText('Login added')).toBeVisible();
  await expect(logins.getByRole('listitem')).toHaveCount(2);
  await expectMails(request, email, /how you log in/, 1);

  await logOut(page, 'Siobhán');
  await page.getByRole('link', { name: 'Log in with Test ID' }).click();
  await expect(page).toHaveURL(/\/applications$/);

  // That the provider remembered them shows nothing: before the address changes they log in there again. How they log in
  // comes late, and a press before it is not lost.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/users/sign-in', async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto('/profile?tab=personal');
  const change = page.getByRole('dialog', { name: 'Change E-mail' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Change E-mail' }).click();
    pressed.resolve();
    await change.getByRole('textbox', { name: 'New email' }).fill(newAddress('elsewhere'));
    await expect(change.getByRole('textbox', { name: 'Current password' })).toHaveCount(0);
    await change.getByRole('button', { name: 'Update E-mail' }).click();
  };
  await ask();
  await expect(change.getByText('confirm that it is you')).toBeVisible();
  await expect(change.getByRole('button', { name: 'Log in with Test ID again' })).toBeFocused();
  await expectAccessible(page);
  await change.getByRole('button', { name: 'Log in with Test ID again' }).click();
  await logInAtProvider(page, `${email} again`);
  await expect(page.getByText('Thank you. For 10 minutes')).toBeVisible();
  await expect(page).toHaveURL(/\/profile\/pwd$/);
  await page.goto('/profile?tab=personal');
  await ask();
  await expect(page).toHaveURL(/\/auth\/email\/confirmation\?email=/);
});

test('logs in where passwords are switched off, in both portals, and by the operator’s way with one', {
  tag: '@once',
}, async ({ page, request }) => {
  const email = await newAccount(request, 'no-password');
  // The portal as it answers with passwords switched off; what it then refuses is shown by the tests of its API.
  const off = 'Passwords are switched off here. Log in with one of the providers on the login page.';
  await page.route('**/api/users/providers', (route) =>
    route.fulfill({ json: { passwordLogin: false, providers: [{ id: 'test', label: 'Test ID' }] } }),
  );
  await page.route('**/api/users/forgot', (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, code: 'password_login_off', message: off } }),
  );
  for (const path of ['/auth/login', '/auth/register', '/admin/auth/login']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in with Test ID' })).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
  }
  // An old bookmark says where to go instead.
  await page.goto('/auth/forgot');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Recovery Link' }).click();
  await expect(page.getByText(off)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/auth/login?return=%2Fprofile%2Fpwd');
  await page.getByRole('link', { name: 'Log in with Test ID' }).click();
  const newcomer = newAddress('switched-off');
  await logInAtProvider(page, newcomer);
  await page.getByLabel('Email').fill(newcomer);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await page.getByLabel('I accept the').check();
  await page.getByLabel('Code').fill(codeIn(await mailTo(request, newcomer, /your code is/)));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/profile\/pwd$/);
  await logOut(page, 'Siobhán');

  // With PASSWORD_LOGIN=on it answers that they are taken.
  await page.unroute('**/api/users/providers');
  await page.goto('/auth/login');
  await fillLogin(page, email, firstPassword);
  await expect(page).toHaveURL(/\/applications$/);
});

test('adds a passkey, logs in with it, and is asked for it after the password', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = await newAccount(request, 'passkey');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  // The device answers whatever it is asked, also what the address field offers: that comes last.
  await page.addInitScript(() => {
    if (localStorage.getItem('offered') === null)
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

  await page.goto('/auth/login?return=%2Fprofile%2Fpwd');
  await fillLogin(page, email, firstPassword);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  await passkeys.getByLabel('Ask for my passkey after the password').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page);
  const code = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt');
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(passkeys.getByLabel('Ask for my passkey after the password')).toBeChecked();
  await expectMails(request, email, /how you log in/, 2);

  await logOut(page, 'Siobhán');
  await fillLogin(page, email, firstPassword);
  await expect(page.getByText('Your password is right. Now use one of your passkeys.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use my passkey' }).click();
  await expect(page).toHaveURL(/\/applications$/);

  await logOut(page, 'Siobhán');
  await fillLogin(page, email, firstPassword);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill('AAAA-AAAA');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This code is not right. Check it and try again.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/applications$/);

  // Instead of a password.
  await logOut(page, 'Siobhán');
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(/\/applications$/);

  // Chosen from the list under the address field, which the device does by itself.
  await page.evaluate(() => localStorage.setItem('offered', 'yes'));
  await logOut(page, 'Siobhán');
  await page.reload();
  await expect(page).toHaveURL(/\/applications$/);

  await page.goto('/profile/pwd');
  await expect(passkeys.getByText('You have 9 of 10 recovery codes left.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove: My laptop' }).click();
  await expect(dialog.getByText('It is your last one')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const notice = page.getByText('Passkey removed');
  await expect(notice).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);

  // A notice that is still there leaves the head of the next dialog free.
  await notice.hover();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  const title = dialog.getByRole('heading', { name: 'Add a passkey' });
  await expect(title).toBeVisible();
  const [noticeBox, head] = await Promise.all([notice.boundingBox(), title.boundingBox()]);
  if (noticeBox === null || head === null) throw new Error('The notice or the dialog has gone.');
  expect(
    noticeBox.y > head.y + head.height || noticeBox.x > head.x + head.width,
    'notice beside the title',
  ).toBe(true);
});
