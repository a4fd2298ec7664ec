import { encodeLink } from '@clearcall/domain/mail/link.ts';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import {
  demoPassword,
  expectMails,
  fillLogin,
  fillRegistration,
  firstPassword,
  logIn,
  logOut,
  newAccount,
  newAddress,
  playHumanCheck,
} from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { codeIn, linkIn, mailTo } from './mails.ts';

const weak =
  'Password must have one lowercase, one uppercase, one symbol and be at least 12 characters long.';

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name });
}

test('registers with a mailed code, has the link sent again, confirms, logs in and out', {
  tag: '@once',
}, async ({ browser, page, request }) => {
  const email = newAddress('siobhan');
  await page.goto('/auth/register');
  await expect(page.getByText('Please, login or register for free')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    /Use the official address of your organisation/,
  );
  await expect(page.getByRole('textbox', { name: /^Password/ })).toHaveAccessibleDescription(
    /must contain a symbol/,
  );
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(heading(page, 'Log in')).toBeVisible();
  await page.getByRole('link', { name: 'Register', exact: true }).click();
  await expect(heading(page, 'Register')).toBeVisible();

  // What is left empty is said at once.
  for (const [label, content] of [
    ['First name', 'First Name is required.'],
    ['Last name', 'Last Name is required.'],
    ['Email', 'Invalid E-mail Address.'],
  ] as const) {
    await page.getByLabel(label).focus();
    await page.keyboard.press('Tab');
    await expect(page.getByText(content, { exact: true })).toBeVisible();
  }
  await page.reload();
  // Nothing can be sent before the terms are accepted; then everything that is wrong is said beside its field.
  const register = page.getByRole('button', { name: 'Register' });
  await expect(register).toBeDisabled();
  await expect(register).toHaveAccessibleDescription(
    'Still needed: First name, Last name, Email, Password and your acceptance of the terms.',
  );
  await page.getByLabel('I accept the').check();
  await register.click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('Email').fill('siobhan@lakeside');
  await page.getByRole('textbox', { name: /^Password/ }).fill('Too-short');
  await page.getByLabel('Confirm password').fill('Too-shor');
  await page.getByLabel('Last name').focus();
  for (const content of [
    'First Name is required.',
    'Last Name is required.',
    'Invalid E-mail Address.',
    weak,
    'Passwords mismatch.',
  ]) {
    await expect(page.getByText(content, { exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  await fillRegistration(page, email);
  await expect(page.getByText(weak)).toBeHidden();
  // A password that is one of the commonest is refused before a picture is turned.
  const easy = page.getByText('This password is too easy to guess. Choose another one.');
  await page.getByRole('textbox', { name: /^Password/ }).fill('Password1234!');
  await page.getByLabel('Confirm password').fill('Password1234!');
  await register.click();
  await expect(easy).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Password/ })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(register).toHaveAccessibleDescription('Still needed: Password.');
  await expectAccessible(page);
  await fillRegistration(page, email);
  await expect(easy).toBeHidden();
  await register.click();
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter the code from the email' });
  await expect(dialog.getByText(`We sent a code of 6 digits to ${email}`)).toBeVisible();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  const code = codeIn(await mailTo(request, email, /your code is/));
  await dialog.getByLabel('Code').fill(code === '123456' ? '123457' : '123456');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText('This code is not right. Check the mail and try again.')).toBeVisible();
  await dialog.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');

  await expect(heading(page, 'Thanks for joining us!')).toBeVisible();
  await expect(page.getByText(`We sent a verification link to ${email}`)).toBeVisible();

  // Not confirmed yet: the login says so and offers the link once more.
  await page.getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, email, firstPassword);
  await expect(page.getByText('This account is not confirmed yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('we have sent a new link')).toBeVisible();
  await expectAccessible(page);
  await expectMails(request, email, /confirm your account/, 2);
  const link = linkIn(await mailTo(request, email, /confirm your account/), '/auth/confirm/');

  await page.goto(link);
  await expect(heading(page, 'Confirm your account')).toBeVisible();
  // The token has left the address bar; the page still knows it when it is loaded again.
  await expect(page).toHaveURL(/\/auth\/confirm\/opened$/);
  await page.reload();
  await page.getByRole('button', { name: 'Choose a new password' }).click();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('');
  // Another form in the place of the first: it is read from its head.
  await expect(heading(page, 'Confirm your account')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Confirm my account' })).toHaveAccessibleDescription(
    'Still needed: New password, your name and your acceptance of the terms.',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Confirm my account' }).click();
  await expect(page.getByText('We have confirmed your account, you can login!')).toBeVisible();
  await expect(heading(page, 'Log in')).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await fillLogin(page, email, firstPassword);
  await expect(page).toHaveURL(/\/applications$/);

  // Asked about the mailing list in one tab at a time; who closes the question is not asked again on this device.
  const question = page.getByRole('dialog', { name: 'Can we email you about new calls?' });
  await expect(question.getByText('Email me when a call opens.')).toBeVisible();
  await expectAccessible(page);
  const unasked = async (other: Page) => {
    await expect(heading(other, 'Applications')).toBeVisible();
    await other.waitForLoadState('networkidle');
    await expect(other.getByRole('dialog')).toHaveCount(0);
  };
  const tab = await page.context().newPage();
  await tab.goto('/applications');
  await unasked(tab);
  await tab.close();
  await page.keyboard.press('Escape');
  await page.reload();
  await unasked(page);
  await logOut(page, 'Siobhán');
  await fillLogin(page, email, firstPassword);
  await unasked(page);
  // No answer was given yet: another device asks.
  const device = await browser.newContext();
  const there = await device.newPage();
  await logIn(there, email, firstPassword);
  const asked = there.getByRole('dialog', { name: 'Can we email you about new calls?' });
  await asked.getByRole('button', { name: 'Yes, email me' }).click();
  await expect(asked).toBeHidden();
  await device.close();
  await page.goto('/profile?tab=personal');
  await expect(page.getByRole('checkbox', { name: 'Email me when a call opens.' })).toBeChecked();
  await expect(question).toBeHidden();

  await logOut(page, 'Siobhán');
  await page.goto('/profile');
  await expect(heading(page, 'Log in')).toBeVisible();

  // A link works once, and says so before anything is asked.
  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm my account' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});

test('turns the picture by keyboard; a wrong answer shakes it and begins again', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/auth/register');
  await fillRegistration(page, newAddress('keyboard'));
  await page.getByRole('button', { name: 'Register' }).focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Turn the picture upright' });
  const slider = dialog.getByRole('slider', { name: 'Turn' });
  const picture = dialog.getByAltText('Not upright yet');
  await expect(slider).toBeFocused();
  await expect(picture).toBeVisible();
  await expectAccessible(page);
  const first = await picture.getAttribute('src');

  // Whoever asked for less motion sees no shake.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  // It shakes for half a second only: what began is counted, because a look could come too late.
  const shakes = await page.evaluateHandle(() => {
    const begun: string[] = [];
    document.addEventListener('animationstart', ({ animationName }) => begun.push(animationName));
    return begun;
  });
  const timesShaken = () => shakes.evaluate((begun) => begun.filter((name) => /shake/.test(name)).length);
  for (const [round, content] of [
    'The picture is not upright yet. Try again.',
    'The picture is not upright yet. Try again.',
    'This check has expired. Here is a new one.',
  ].entries()) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveAttribute('aria-valuetext', '5 degrees to the right');
    await page.keyboard.press('Enter');
    await expect.poll(timesShaken).toBe(round + 1);
    await expect(dialog.getByText(content)).toBeVisible();
    await expect(slider).toHaveAttribute('aria-valuetext', 'Not turned');
    await expect(slider).toBeFocused();
    await expect(picture).toBeVisible();
    if (round < 2) expect(await picture.getAttribute('src')).toBe(first);
  }
  // The third wrong answer ended the picture: another one came.
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  // To the code and back: the focus goes along.
  await page.getByRole('button', { name: 'Email me a code instead' }).click();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Turn the picture instead' }).click();
  await expect(slider).toBeFocused();

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Register' })).toBeFocused();
});

test('sends the answer when Done is pressed, not when the slider is released', { tag: '@once' }, async ({
  page,
}) => {
  const answers = await playHumanCheck(page);
  const email = newAddress('slider');
  await page.goto('/auth/register');
  await fillRegistration(page, email);
  await page.getByRole('button', { name: 'Register' }).click();
  const slider = page.getByRole('slider', { name: 'Turn' });
  await expect(page.getByAltText('Not upright yet')).toBeVisible();

  const box = await slider.boundingBox();
  if (box === null) throw new Error('The slider has no place on the page.');
  const drag = async (share: number) => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  const done = page.getByRole('button', { name: 'Done' });
  await drag(0.55);
  // The slider can be dragged again after it was released.
  await drag(0.6);
  expect(answers).toHaveLength(0);
  await done.click();
  await expect(page.locator('[data-state="wrong"]')).toBeVisible();
  await expect(slider).toHaveAttribute('aria-valuetext', 'Not turned');
  await drag(0.75);
  await done.click();
  await expect(page.locator('[data-state="right"]')).toBeVisible();
  await expect(heading(page, 'Thanks for joining us!')).toBeVisible();
  expect(answers).toHaveLength(2);
  expect(Number(answers[1])).toBeGreaterThan(40);
});

test('forgets the password, chooses a new one by the mailed link', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = await newAccount(request, 'forgetful');
  const nextPassword = 'Sea lavender & 12 terns';
  const marker = () => page.evaluate(() => localStorage.getItem('clearcall.signed-in'));
  // Signed in: asking for a link forgets who was there.
  await logIn(page, email, firstPassword);
  expect(await marker()).not.toBeNull();
  await page.goto('/auth/forgot');
  await page.getByLabel('Email').fill(newAddress('nobody'));
  await page.getByRole('button', { name: 'Send Recovery Link' }).click();
  await expect(heading(page, 'Check your mailbox!')).toBeVisible();
  expect(await marker()).toBeNull();
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(heading(page, 'Log in')).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(heading(page, 'Log in')).toBeVisible();
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send Recovery Link' }).click();
  await expect(page.getByText('Invalid E-mail Address.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Recovery Link' }).click();
  await expect(heading(page, 'Check your mailbox!')).toBeVisible();

  const link = linkIn(await mailTo(request, email, /choose a new password/), '/auth/reset/');
  await page.goto(link);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(heading(page, 'Log in')).toBeVisible();
  await page.goto(link);
  const password = page.getByRole('textbox', { name: /^New password/ });
  const confirm = page.getByLabel('Confirm password');
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await password.fill('nosymbolshere');
  await confirm.fill('other');
  await reset.click();
  await expect(page.getByText(weak)).toBeVisible();
  await expect(page.getByText('Passwords mismatch.')).toBeVisible();
  await expectAccessible(page);
  // What is too easy to guess is known before anything is sent, also that it is the own address.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const ownAddress = email.replace('forgetful', 'Forgetful');
  await password.fill(ownAddress);
  await confirm.fill(ownAddress);
  await reset.click();
  await expect(page.getByText('This password is too easy to guess. Choose another one.')).toBeVisible();
  expect(sent.filter((url) => url.endsWith('/users/reset'))).toEqual([]);
  await password.fill(nextPassword);
  await confirm.fill(nextPassword);
  await reset.click();
  await expect(page.getByText('Password changed, you can login!')).toBeVisible();

  await fillLogin(page, email, firstPassword);
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
  await fillLogin(page, email, nextPassword);
  await expect(page).toHaveURL(/\/applications$/);

  // The link was used: its page says so, and asks for no password.
  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Send Recovery Link' }).click();
  await expect(heading(page, 'Check your mailbox!')).toBeVisible();

  // The password is remembered and changed: the new link says that it is over because of that, while its form is open too.
  await expectMails(request, email, /choose a new password/, 2);
  const newer = linkIn(await mailTo(request, email, /choose a new password/), '/auth/reset/');
  await page.goto(newer);
  await password.fill(firstPassword);
  const token = await tokenOf(request, email, nextPassword);
  const changed = await request.patch('/api/users/password', {
    headers: { authorization: `Bearer ${token}` },
    data: { oldPassword: nextPassword, newPassword: firstPassword, verifyPassword: firstPassword },
  });
  expect(changed.status()).toBe(200);
  await confirm.fill(firstPassword);
  await reset.click();
  const overBecause = page.getByText('A new password was set for this account after we sent this link');
  await expect(overBecause).toBeVisible();
  await expect(heading(page, 'Choose a new password')).toBeFocused();
  await page.reload();
  await expect(overBecause).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
});

test('refuses a wrong password in words and comes back to the page that was asked for', {
  tag: '@once',
}, async ({ page }) => {
  await page.goto('/profile');
  await expect(heading(page, 'Log in')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms of Use' })).toHaveAttribute('href', '/terms');
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Invalid Email', { exact: true })).toBeVisible();
  await expect(page.getByText('Invalid Password', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await expectAccessible(page);

  await fillLogin(page, 'applicant@example.org', 'not the password');
  // What the server says stands under the form, and is no notice as well.
  await expect(page.locator('form').getByText('Wrong e-mail or password.', { exact: true })).toBeVisible();
  await expect(page.getByText('Wrong e-mail or password.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAttribute('type', 'text');
  await fillLogin(page, 'applicant@example.org', demoPassword);
  await expect(page).toHaveURL(/\/profile$/);

  // Signed in after a reload, and no way back to the login.
  await page.reload();
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto('/auth/login');
  await expect(page).toHaveURL(/\/applications$/);
});

test('leads an administrator from the user portal to the administration', { tag: '@once' }, async ({
  page,
}) => {
  await page.goto('/auth/login');
  await fillLogin(page, 'admin@example.org', demoPassword);
  await expect(page.getByText('Please use ADMIN Portal')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('clearcall.signed-in'))).toBeNull();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Go to the ADMIN Portal' }).click();
  await expect(page).toHaveURL(/\/admin\/auth\/login/);
  await fillLogin(page, 'applicant@example.org', demoPassword);
  await expect(page.getByText('You dont have permission to access this portal.')).toBeVisible();
  await fillLogin(page, 'admin@example.org', demoPassword);
  await expect(heading(page, 'Administration')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Administration')).toBeVisible();
});

test('lets a peer review officer into both portals', { tag: '@once' }, async ({ page }) => {
  await logIn(page, 'pro@example.org');
  // Who steers begins with what waits for them.
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto('/admin/');
  await fillLogin(page, 'pro@example.org', demoPassword);
  await expect(heading(page, 'Administration')).toBeVisible();
});

test('says what to do with a link that is cut off, and where a change of e-mail goes on', {
  tag: '@once',
}, async ({ page }) => {
  const person = { email: 'a@example.org', token: 'x'.repeat(43) };
  for (const address of [
    // The id of the account is missing, the token, all.
    `/auth/confirm/email/${encodeLink(person)}`,
    `/auth/invite/${encodeLink({ ...person, token: '' })}`,
    '/auth/invite/eyJlbWFpbCI6ImFAZXhhbX',
  ]) {
    await page.goto(address);
    await expect(page.getByText('This link is not complete.')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
  await page.goto('/auth/confirm/eyJlbWFpbCI6ImFAZXhhbX');
  await expect(page.getByText('This link is not complete.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send the link again' })).toBeVisible();
  await page.goto('/auth/reset/eyJlbWFpbCI6ImFAZXhhbX');
  await expect(page.getByText('This link is not complete.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/auth/register/confirmation?email=new.address@lakeside.example.eu');
  await expect(heading(page, 'Email Change')).toBeVisible();
  await expect(
    page.getByText('We sent a confirmation link to new.address@lakeside.example.eu'),
  ).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/auth\/login$/);
});

/** The token of a session that was opened beside the page. */
async function tokenOf(request: APIRequestContext, email: string, password: string): Promise<string> {
  const answer = await request.post('/api/users/login', { data: { email, password, app: 'user_portal' } });
  return ((await answer.json()) as { token: string }).token;
}

test('changes the e-mail with the link that came to the new address, and is logged out everywhere', {
  tag: '@once',
}, async ({ page, request }) => {
  const email = await newAccount(request, 'before');
  const newEmail = newAddress('after');
  await logIn(page, email, firstPassword);
  const token = await tokenOf(request, email, firstPassword);
  const asked = await request.patch('/api/users/email', {
    headers: { authorization: `Bearer ${token}` },
    data: { email: newEmail, password: firstPassword },
  });
  expect(asked.status()).toBe(200);
  expect((await mailTo(request, email, /is about to change/)).text).toContain(newEmail);
  await page.goto(`/auth/email/confirmation?email=${newEmail}`);
  await expect(heading(page, 'Email Change')).toBeVisible();
  await expect(page.getByText(`We sent a confirmation link to ${newEmail}`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to your profile' })).toBeVisible();
  await expectAccessible(page);

  // A program that looks through mails opens the link first: nothing happens.
  const link = linkIn(await mailTo(request, newEmail, /confirm your new email/), '/auth/confirm/email/');
  expect((await request.get(link)).status()).toBe(200);
  await page.goto(link);
  await expect(heading(page, 'Confirm your new address')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my new address' }).click();
  await expect(page.getByText('We have updated your email, you can login!')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(newEmail);
  expect(await page.evaluate(() => localStorage.getItem('clearcall.signed-in'))).toBeNull();
  await page.goto('/profile');
  await expect(heading(page, 'Log in')).toBeVisible();
  await fillLogin(page, email, firstPassword);
  await expect(page.getByText('Wrong e-mail or password.')).toBeVisible();
  await fillLogin(page, newEmail, firstPassword);
  await expect(page).toHaveURL(/\/profile$/);
  await mailTo(request, email, /was changed/);

  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm my new address' })).toHaveCount(0);
  await expectAccessible(page);
});

test('an invited person chooses a password with the mailed link, once', { tag: '@once' }, async ({
  page,
  request,
}) => {
  const email = newAddress('invited');
  const token = await tokenOf(request, 'pro@example.org', demoPassword);
  const invited = await request.post('/api/users/invite', {
    headers: { authorization: `Bearer ${token}` },
    data: { email, firstName: 'Zoë', lastName: 'Ångström' },
  });
  expect(invited.status()).toBe(200);
  const link = linkIn(await mailTo(request, email, /you are invited/), '/auth/invite/');

  await page.goto('/calls');
  await page.goto(link);
  await expect(heading(page, 'Choose a Password')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/calls$/);
  await page.goForward();
  const address = page.getByLabel('E-mail Address');
  await expect(address).toHaveValue(email);
  await expect(address).not.toBeEditable();
  const save = page.getByRole('button', { name: 'Save Password' });
  await expect(save).toBeDisabled();
  await expect(save).toHaveAccessibleDescription('Still needed: Password and your acceptance of the terms.');
  await page.getByLabel('I accept the').check();
  // Without a password nothing is sent.
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await save.click();
  await expect(page.getByRole('textbox', { name: /^Password/ })).toBeFocused();
  await expect(page.getByText(weak)).toBeVisible();
  await page.getByRole('textbox', { name: /^Password/ }).fill('nosymbolshere');
  await page.getByLabel('Confirm password').fill('other');
  await save.click();
  expect(sent.filter((url) => url.endsWith('/users/invite/password'))).toEqual([]);
  await expect(page.getByText(weak)).toBeVisible();
  await expect(page.getByText('Passwords mismatch.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: /^Password/ }).fill(firstPassword);
  await page.getByLabel('Confirm password').fill(firstPassword);
  await save.click();
  await expect(page.getByText('Password saved, you can login!')).toBeVisible();
  await fillLogin(page, email, firstPassword);
  await expect(page).toHaveURL(/\/applications$/);
  await page.getByRole('button', { name: 'No, thank you' }).click();
  await logOut(page, 'Zoë');

  // The link was used: there is a password, and the way to another one.
  await page.goto(link);
  await expect(page.getByText('This link has already been used.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await expect(heading(page, 'Forgot password')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);

  // One that opens nothing for another reason: whoever still waits has another one sent.
  await page.goto(`/auth/invite/${encodeLink({ email, token: 'x'.repeat(43) })}`);
  await expect(page.getByText('This link is no longer valid.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(heading(page, 'Check your mailbox!')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/invite\/sent$/);
});
