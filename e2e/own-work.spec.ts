import { expect, type Page, test } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, signIn } from './accounts.ts';
import { enter } from './at-work.ts';
import { expectAccessible } from './axe.ts';
import { answer } from './filler.ts';
import { linkIn, mailTo } from './mails.ts';

/** Work on somebody else's application, from being asked for it to handing it in. */

const uid = 'ESAO-REG-2025R02-012';
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** A new reviewer, signed in, whom the office has just asked for a scientific review; their address. */
async function asked(page: Page): Promise<string> {
  const email = await newAccount(page.request, 'reviewer');
  const login = async (data: object) =>
    (await page.request.post('/api/users/login', { data: { ...data, app: 'user_portal' } })).json();
  const reviewer = await login({ email, password: firstPassword });
  const officer = await login({ email: 'pro@example.org', password: demoPassword });
  const given = await page.request.post(`/api/v2/applications/${uid}/assign`, {
    headers: { Authorization: `Bearer ${officer.token}`, 'Idempotency-Key': crypto.randomUUID() },
    data: {
      flowElementId: 'SCI',
      userId: reviewer.user.id,
      role: 'scientific_reviewer',
      despiteEvidence: true,
    },
  });
  expect(given.status()).toBe(200);
  await page.context().clearCookies();
  await signIn(page, email, firstPassword);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Accept Assignment/ }).click();
  await expect(page).toHaveURL(/\?assignment=[0-9a-f-]{36}$/);
  await expect(page).toHaveTitle(new RegExp(` · ${uid} · `));
  return email;
}

const words = (length: number) => 'The question is well posed. '.repeat(200).slice(0, length);

test('a reviewer reads what they are asked for, agrees, fills in the review beside the proposal and submits it', async ({
  page,
}) => {
  await asked(page);
  const main = page.getByRole('main');
  await expect(main).toContainText(
    "You've been appointed to contribute to this application. Please accept or reject this assignment.",
  );
  // Enough to judge a conflict of interest, and no more.
  await expect(main).toContainText('The full proposal opens when you have accepted.');
  await expect(main).toContainText('Moselle Observatory for Earth Data');
  await expect(main).not.toContainText('DUSTSTORM');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  const agreement = page.getByRole('dialog', { name: 'Conflict of Interest Agreement' });
  await expect(agreement).toContainText('I have read the rules on conflicts of interest.');
  await expectAccessible(page);
  await agreement.getByRole('button', { name: 'Decide later' }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await agreement.getByRole('button', { name: 'I Agree' }).click();

  const mine = page.getByRole('heading', { level: 2, name: 'My review' });
  await expect(mine).toBeFocused();
  await expect(main).toContainText(
    /You agreed to the conflict-of-interest declaration on \d\d-\d\d-\d{4}\. Read it again/,
  );
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Proposal', exact: true }).click();
    await expect(mine).toBeHidden();
  }
  await expect(main).toContainText('DUSTSTORM');
  await expectAccessible(page, isNarrow(page) ? 'all' : 'layout');
  if (isNarrow(page)) await page.getByRole('button', { name: 'My review, 0 of 3 scored' }).click();

  // Without scrolling: the first question and the way to submit.
  await expect(main.getByRole('radio').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toBeInViewport({ ratio: 1 });

  // A choice that nobody has made yet looks so: no browser may draw a group without one as if something was chosen.
  const dots = await main
    .getByRole('radiogroup', { name: 'My expertise for this proposal' })
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((radio) => getComputedStyle(radio, '::before').backgroundColor));
  expect(new Set(dots)).toEqual(new Set(['rgba(0, 0, 0, 0)']));

  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  // The page goes there of its own accord: what is pressed before lies somewhere else by then.
  await expect(page.getByRole('region', { name: 'Solve all errors before submitting' })).toBeFocused();
  await answer(main, [
    { tick: 'I keep the content confidential and do not put it into outside AI services' },
    { choose: 'Expert', of: 'My expertise for this proposal' },
    { choose: 'Yes', of: 'Is this scale of computing needed?' },
    { choose: 'The full amount', of: 'Award the amount asked?' },
    { choose: 'Strong', of: 'Overall' },
    { choose: 'High', of: 'Confidence in my review' },
    { write: words(400), into: 'Comment to the applicant (sent anonymously)' },
  ]);
  const ethics = main.getByRole('radiogroup', { name: 'AI ethics handled' });
  if ((await ethics.count()) > 0) await ethics.getByRole('radio', { name: 'Well' }).check();
  const texts = main.getByRole('textbox', { name: 'Strengths and weaknesses' });
  for (const text of await texts.all()) await text.fill(words(400));
  // With the keyboard: one stop for each score, arrows choose.
  const score = (name: RegExp) => main.getByRole('radiogroup', { name });
  await score(/^Excellence/)
    .getByRole('radio', { name: '0, fails' })
    .focus();
  for (let half = 0; half < 8; half += 1) await page.keyboard.press('ArrowRight');
  await expect(score(/^Excellence/).getByRole('radio', { name: '4, very good' })).toBeChecked();
  await score(/^Innovation/)
    .getByRole('radio', { name: '4.5, between very good and excellent' })
    .check({ force: true });
  await expect(main).toContainText('8.5 of 15, one score missing');
  await score(/^Quality/)
    .getByRole('radio', { name: '0, fails' })
    .check({ force: true });
  await expect(main).not.toContainText('score missing');
  await expect(page.getByText(/^Saved \d\d:\d\d$/).filter({ visible: true })).toBeVisible();

  await page.getByText('Who reads what you write').click();
  await expect(main).toContainText('Applicant: once it is released');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this assignment?' });
  await expect(question).toContainText('8.5 of 15');
  await expect(question).toContainText('Overall: Strong.');
  await question.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'We received your submission' })).toBeFocused();
  await expect(main).toContainText('What happens next:');
  await expect(main).not.toContainText('your proposal');
  await expectAccessible(page);
});

test('a reviewer asks for more time before the deadline, which the office grants', {
  tag: '@once',
}, async ({ page }) => {
  const email = await asked(page);
  const own = page.url();
  const ask = page.getByRole('button', { name: 'Ask for more time' });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Ask for more time' });
  await expectAccessible(page);
  const day = await dialog.getByRole('textbox', { name: 'New deadline' }).inputValue();
  await dialog.getByLabel('Reason').fill(`I travel. ${email}`);
  await dialog.getByRole('button', { name: 'Ask for more time' }).click();
  await expect(page.getByText(`You asked for time until ${day}`)).toBeVisible();
  await expect(ask).toBeHidden();

  await enter(page, 'pro@example.org');
  // The first page shows the request, and its dialog has the day that was asked for.
  await page.goto('/dashboard');
  const card = page.getByRole('listitem').filter({ hasText: `I travel. ${email}` });
  await card.getByRole('button', { name: /^Answer request/ }).click();
  const answer = page.getByRole('dialog', { name: /asks for more time$/ });
  await expect(answer.getByRole('textbox', { name: 'New deadline' })).toHaveValue(day);
  await expect(answer).toContainText('gets an email with your answer.');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Cancel' }).click();
  // The email opens the same dialog.
  const mail = await mailTo(page.request, 'pro@example.org', /more time/);
  await page.goto(linkIn(mail, '/dashboard/late'));
  await answer.getByRole('button', { name: 'Grant more time' }).click();
  // The row and the open dialog both show the reason until the answer has come.
  await expect(page.getByText(`I travel. ${email}`)).toHaveCount(0);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(card).toHaveCount(0);

  await enter(page, email, firstPassword);
  await page.goto(own);
  await expect(page.getByText(/^Deadline /).first()).toContainText(day);
});

test('a reviewer refuses with a reason, which the application closes after', async ({ page }) => {
  await asked(page);
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Reject Assignment' });
  await question.getByRole('button', { name: 'Reject' }).click();
  await expect(question).toContainText('Enter a reason.');
  await expectAccessible(page);
  await question.getByRole('textbox', { name: 'Your reason' }).fill('I am away until the deadline.');
  await question.getByRole('button', { name: 'Reject' }).click();
  const refused = page.getByRole('heading', { level: 1, name: 'User has refused this assignment.' });
  await expect(refused).toBeFocused();
  await expect(page.getByRole('main')).toContainText('I am away until the deadline.');
  await expectAccessible(page);
  await page.reload();
  await expect(refused).toBeVisible();
  await expect(page.getByRole('main')).toContainText('I am away until the deadline.');
});

test('a centre finds work that nobody has, takes it, hands it back, and assigns another user in the end', async ({
  page,
}) => {
  // At each width another centre, and another one of its reviewers.
  const [representative, theirs, partition, reviewer, centre] = isNarrow(page)
    ? [
        'lorenzo.battistoni@example.org',
        'ESAO-REG-2025R02-017',
        'leonardo-dcgp',
        'Chiara Venturelli',
        'CINECA, IT4Innovations',
      ]
    : ['pirkko.laaksonharju@example.org', uid, 'lumi-g', 'Benedikt Aschwanden', 'CSC'];
  const officer = await page.request.post('/api/users/login', {
    data: { email: 'pro@example.org', password: demoPassword, app: 'user_portal' },
  });
  const given = await page.request.post(`/api/v2/applications/${theirs}/assign`, {
    headers: {
      Authorization: `Bearer ${(await officer.json()).token}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    data: {
      flowElementId: 'TEC',
      userId: null,
      role: 'compute_centre_representative',
      partitionId: partition,
    },
  });
  expect(given.status()).toBe(200);
  await page.context().clearCookies();
  await signIn(page, representative);

  const take = async () => {
    await page.goto('/dashboard');
    const row = page.getByRole('row').filter({ hasText: theirs });
    await row.filter({ hasText: 'Technical review' }).getByRole('button', { name: /^Take/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Conflict of Interest Agreement' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'I Agree' }).click();
    // Taken is accepted: the form opens at once.
    await expect(page).toHaveURL(/#own-form$/);
    if (isNarrow(page)) await page.getByRole('button', { name: /^My review/ }).click();
    await expect(page.getByRole('button', { name: 'Hand back' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^You've been appointed/ })).toHaveCount(0);
  };
  await take();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hand back' }).click();
  await page
    .getByRole('dialog', { name: 'Hand this work back?' })
    .getByRole('button', { name: 'Hand back' })
    .click();
  await expect(page.getByRole('button', { name: 'Hand back' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('This assignment was handed back.');

  await take();
  await page.getByRole('button', { name: 'Assign Another User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign Another User' });
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toContainText('Choose a person.');
  await dialog.getByLabel('Name').fill(reviewer);
  // With their centre, as the choice of people to assign shows it.
  await dialog.getByRole('radio', { name: `${reviewer} Technical reviewer, ${centre}` }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('User assigned')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Assign Another User' })).toHaveCount(0);
});

test('the finance manager reads beside a payment whom it is for, and of which project', async ({ page }) => {
  await signIn(page, 'finance-manager@example.org', demoPassword);
  await page.goto('/applications/ESAO-REG-2024R02-002');
  await expect(page.getByRole('main')).toContainText('How painkillers close the channels of nerves');
  await expect(page.getByRole('main')).toContainText('Casadevall i Prat');
  if (isNarrow(page)) await page.getByRole('main').locator('button[aria-pressed=false]').click();
  const payees = page
    .getByRole('region')
    .filter({ has: page.locator('#payees') })
    .last();
  for (const name of ['Isolde Vermeersch', 'Henrike Brandenburger', 'Étienne Bourgoin-Lacaze'])
    await expect(payees.getByRole('listitem').filter({ hasText: name })).toContainText(
      /150 EUR.*Example Bank/,
    );
  await expectAccessible(page);
});

test('a form that is read closes by keyboard, stays closed, and opens for links to it; reviews are compared', {
  tag: '@once',
}, async ({ page }) => {
  await signIn(page, 'ac-chair@example.org');
  await page.goto('/applications/ESAO-REG-2025R02-015');
  const main = page.getByRole('main');
  const project = main.locator('summary').filter({ hasText: '1. The project' });
  const abstract = main.getByRole('term').filter({ hasText: 'Public abstract' });
  // Reviews that can be compared come first.
  await expect(main.getByRole('heading', { name: '3 reviews side by side' })).toBeVisible();
  await main.getByRole('link', { name: 'Application', exact: true }).press('Enter');
  await expect(abstract).toBeVisible();
  await project.press('Enter');
  await expect(abstract).toBeHidden();
  await page.reload();
  await expect(project).toBeVisible();
  await expect(abstract).toBeHidden();
  await expectAccessible(page);

  const contents = main.getByRole('navigation', { name: 'Forms of the proposal' });
  await contents.getByRole('link', { name: 'The project' }).press('Enter');
  await expect(abstract).toBeVisible();
  const address = page.url();
  await project.press('Space');
  await expect(abstract).toBeHidden();
  await page.goto('/applications');
  await page.goto(address);
  await expect(abstract).toBeVisible();

  await main.getByRole('link', { name: 'Scientific review (3)' }).press('Enter');
  await expect(main.getByRole('heading', { name: '3 reviews side by side' })).toBeVisible();
  const excellence = main.getByRole('row', { name: /^Excellence/ });
  await expect(excellence).toContainText(/Scientific reviewer 1: \d/);
  await expect(excellence).toContainText(/apart/);
  await expectAccessible(page);
  await main.locator('summary').filter({ hasText: 'Scientific reviewer 2' }).press('Enter');
  await expect(main.getByRole('term').filter({ hasText: 'Confidence in my review' })).toBeVisible();
});
