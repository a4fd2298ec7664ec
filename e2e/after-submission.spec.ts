import { expect, type Page, test } from '@playwright/test';
import { signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { downloaded } from './downloaded.ts';

/** What people do once something is submitted. Each width has applications of its own. */

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

const aside = (page: Page) => page.getByRole('complementary', { name: 'About this application' });

test('an applicant takes a submission back before the cut-off and submits it again', async ({ page }) => {
  const [email, uid] = isNarrow(page)
    ? ['radoslava.ivancevic@example.org', 'ESAO-REG-2026R02-005']
    : ['gabor.szentirmai@example.org', 'ESAO-REG-2026R02-002'];
  await signIn(page, email);
  await page.goto(`/applications/${uid}`);
  const main = page.getByRole('main');
  await expect(main).toContainText(/Submitted on .* as ESAO-REG-2026R02-/);
  await main.getByText('About this step').click();
  await expect(main).toContainText('Describe the project, the people and the computing time you ask for.');

  await aside(page).getByRole('button', { name: 'Take back' }).click();
  const question = page.getByRole('dialog', { name: 'Take your submission back?' });
  await expect(question).toContainText('Your application becomes a draft again');
  // When it has to be there again, in the call's time zone.
  await expect(question).toContainText(/Submit it again before \d\d-\d\d-\d{4} \d\d:\d\d/);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep it submitted' }).click();
  await expect(question).toBeHidden();
  await aside(page).getByRole('button', { name: 'Take back' }).click();
  await question.getByRole('button', { name: 'Take back' }).click();

  await expect(page.getByText(/^Proposal ID: DRAFT-\d+$/)).toBeVisible();
  await expect(main.getByRole('heading', { level: 2, name: 'The project' })).toBeFocused();
  await expectAccessible(page);
  // Back in the editor, with everything in it; the last form submits.
  await page.goto(`/applications/${uid}?form=R10`);
  await main.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).first().click();
  const asked = page.getByRole('dialog', { name: /Are you sure you want to submit/ });
  await asked.getByRole('button', { name: 'Submit' }).click();
  const received = page.getByRole('dialog', { name: 'We received your submission' });
  await received.getByRole('button', { name: 'Close' }).first().click();

  // A form is read on a page of its own, and the receipt is beside it.
  await expectAccessible(page);
  await main.getByRole('link', { name: /The project \d+ answers/ }).click();
  await expect(main.getByRole('heading', { level: 2, name: 'The project' })).toBeFocused();
  await main.getByRole('link', { name: 'Back to your application' }).click();
  const download = main.getByRole('button', { name: 'Download', exact: true });
  await download.click();
  const pdf = await downloaded(page, page.getByRole('menuitem', { name: 'Application as PDF' }));
  expect(pdf.name).toMatch(new RegExp(`^${uid} - .* - Application\\.pdf$`));
  expect(pdf.start).toBe('%PDF-1.7');
  await download.click();
  const all = await downloaded(page, page.getByRole('menuitem', { name: /^All \d+ documents as ZIP$/ }));
  expect([all.name, all.start.slice(0, 2)]).toEqual([`${uid}-documents.zip`, 'PK']);
  const panel = aside(page);
  await panel.getByText(/^Hashes of the \d+ answers and files$/).click();
  await expect(panel.getByText('SHA-256 of the content')).toBeVisible();
  await expectAccessible(page);
});

test('an applicant withdraws for good, and is told what ends', async ({ page }) => {
  // A call without a cut-off has its review as the only reason.
  const [email, uid, reason] = isNarrow(page)
    ? ['aino.maki-pettays@example.org', 'ESAO-AIF-2026SC01-001', 'the cut-off was on']
    : ['nikolay.stoyanchev@example.org', 'ESAO-AIF-2026FL01-001', 'the review has started'];
  await signIn(page, email);
  await page.goto(`/applications/${uid}`);
  const panel = aside(page);
  await expect(panel).toContainText(`You cannot take your submission back because ${reason}`);
  await panel.getByRole('button', { name: 'Withdraw' }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw this application?' });
  await expect(question).toContainText(
    `This is final. You cannot undo it, and you cannot submit ${uid} again.`,
  );
  await expect(question).toContainText('The office sees that you withdrew it, and when.');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(question).toContainText('Tick the box to withdraw the application.');
  await expectAccessible(page);
  await question.getByRole('checkbox', { name: 'I understand that this is final' }).check();
  await question.getByRole('button', { name: 'Withdraw' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('You withdrew this application. Nobody works on it any more.');
  await expect(main).toContainText('Withdrawn');
  await expect(aside(page).getByRole('button', { name: /Withdraw|Take back/ })).toHaveCount(0);
});

test('a reviewer finds all finished reviews and certifies them, and a visitor checks the certificate', async ({
  page,
  browser,
}) => {
  await signIn(page, 'henrike.brandenburger@example.org');
  await page.goto('/applications');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('link', { name: 'My finished reviews' }).click();
  } else {
    await page.getByRole('button', { name: /Henrike/ }).click();
    await page.getByRole('menuitem', { name: 'My finished reviews' }).click();
  }
  await expect(page.getByRole('heading', { level: 1, name: 'My finished reviews' })).toBeVisible();
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText(/ESAO-REG-2025R02-\d+.*Regular Access 2025.*Scientific review/s);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/reviews\?page=2$/);
  await expect(rows).toHaveCount(2);

  await page.getByRole('combobox', { name: 'First month' }).selectOption('January 2024');
  await page.getByRole('combobox', { name: 'Last month' }).selectOption('December 2023');
  await page.getByRole('button', { name: 'Make the certificate' }).click();
  await expect(page.getByText('The last month must be the first month or later.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Last month' }).selectOption('December 2024');
  await page.getByRole('button', { name: 'Make the certificate' }).click();
  await expect(page).toHaveURL(/\/certificates\/([0-9A-Z]{4}-){4}[0-9A-Z]{4}$/);

  // Somebody else, with nothing but the address.
  const visitor = await browser.newPage({ viewport: page.viewportSize() });
  await visitor.goto(page.url());
  await expect(visitor.getByRole('heading', { level: 1, name: 'Certificate of reviews' })).toBeVisible();
  const paper = visitor.getByRole('article');
  await expect(paper).toContainText(
    /confirms that Henrike Brandenburger finished 4 reviews of applications for computing time from 01-01-2024 to 31-12-2024/,
  );
  await expect(
    paper.getByRole('row', { name: '2024 Regular Access 2024 Scientific reviewer 4' }),
  ).toBeVisible();
  await expect(paper).not.toContainText('ESAO-REG-');
  await expectAccessible(visitor);
  await visitor.goto('/certificates/AAAA-AAAA-AAAA-AAAA-AAAA');
  await expect(
    visitor.getByRole('heading', { level: 1, name: 'There is no such certificate' }),
  ).toBeVisible();
  await visitor.close();
});

test('the side of a later step says when and as what it was submitted, and names files by their questions', async ({
  page,
}) => {
  const uid = 'ESAO-REG-2025R02-004';
  const token = await signIn(page, 'anton.kreuzwieser@example.org');
  await page.goto(`/applications/${uid}`);
  // The acceptance is open, and its side lies over the page of a phone.
  if (isNarrow(page)) await page.getByRole('button', { name: 'Details' }).click();
  const open = isNarrow(page) ? page.getByRole('dialog', { name: 'About this application' }) : aside(page);
  const files = open.locator('section').filter({ has: page.getByRole('heading', { name: /^Documents/ }) });
  await expect(files.getByRole('listitem')).toHaveText([
    /Project scope and plan \(PDF, template of this call\)/,
    /CV of the PI \(PDF\)/,
  ]);

  const opened = await page.request.get(`/api/v2/applications/${uid}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { assignments } = await opened.json();
  const reply = assignments.find(({ stepId }: { stepId: string }) => stepId === 'RTR');
  await page.goto(`/applications/${uid}?assignment=${reply.id}`);
  const sent = aside(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Submission', exact: true }) });
  await expect(sent).toContainText(uid);
  await expect(sent).toContainText(
    new RegExp(reply.submittedAt.replace(/^(\d+)-(\d+)-(\d+)T.*/, '$3-$2-$1')),
  );
});

test('a form of several has the buttons that save, go back and go on, and the last one submits', async ({
  page,
}) => {
  await signIn(page, 'applicant@example.org');
  await page.goto('/applications/ESAO-REG-2026R02-008?form=R2');
  const buttons = (name: string) =>
    page.getByRole('main').getByRole('button', { name, exact: true }).filter({ visible: true });
  await expect(buttons('Save Changes')).toHaveCount(1);
  await expect(buttons('Back')).toHaveCount(1);
  await expect(buttons('Next').first()).toBeVisible();
  await expect(buttons('Submit')).toHaveCount(0);
  await buttons('Back').click();
  await expect(page.getByRole('main').getByRole('heading', { name: /The project$/ })).toBeVisible();
  await expect(buttons('Back')).toHaveCount(0);
  await page.goto('/applications/ESAO-REG-2026R02-008?form=R10');
  await expect(buttons('Submit').first()).toBeVisible();
  await expect(buttons('Next')).toHaveCount(0);
});

test('a report that is to be changed opens with what is asked for, its check with the report', async ({
  page,
}) => {
  await signIn(page, 'ulle.kasemets@example.org');
  await page.goto('/applications/ESAO-REG-2024R02-004');
  const main = page.getByRole('main');
  const asked = main.getByText('Changes were requested:');
  // In view at both widths; what was released is after the form.
  await expect(asked.first()).toBeInViewport();
  const released = main.getByRole('heading', { name: 'What you may read of the review' });
  await expect(released).toHaveCount(1);
  const ends = await main.getByText('Public summary of results').first().boundingBox();
  const begins = await released.boundingBox();
  expect(begins?.y).toBeGreaterThan(ends?.y ?? Number.POSITIVE_INFINITY);
  await expectAccessible(page);

  await signIn(page, 'pro@example.org');
  await page.goto('/dashboard');
  await main
    .getByRole('link', { name: /Submit Form.*ESAO-REG-2024R02-003/s })
    .first()
    .click();
  if (isNarrow(page)) await main.getByRole('button', { name: 'Proposal', exact: true }).click();
  await expect(main.getByText('Public summary of results').first()).toBeVisible();
  await expect(main.getByRole('heading', { name: '3 reviews side by side' })).toHaveCount(0);
});
