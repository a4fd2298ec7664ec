import { expect, type Page } from '@playwright/test';
import { demoPassword } from './accounts.ts';
import { assign, enter, release, work } from './at-work.ts';
import { test } from './own-portal.ts';
import { smallPdf } from './pdf.ts';

/** An application from its draft to the released award, through acceptance to the machine, by twelve people, through the pages alone. */

const at = (name: string) => `${name}@example.org`;
const applicant = at('gabor.szentirmai');
const declared = [
  'The work is for civilian purposes only',
  'My contract runs at least three months beyond the allocation',
  'The access is used for open R&D; results will be published',
  'The template of this call was used',
  'Every section of the template is filled',
  'All statements are true and complete',
  'I accept the terms of reference of this call',
];

/** Copies what was submitted, declares again what is not copied, and submits it. */
async function submitCopy(page: Page): Promise<string> {
  const filters = JSON.stringify([{ column: 'status', op: 'equal', value: 'submitted' }]);
  await page.goto(`/applications?${new URLSearchParams({ role: 'applicant', filters })}`);
  await page
    .getByRole('button', { name: /^Actions for ESAO-REG-/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText(/^This draft is a copy of/)).toBeVisible();
  const uid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (let form = 1; form <= 10; form += 1) {
    await page.goto(`/applications/${uid}?form=R${form}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of declared)
      for (const box of await page.getByRole('checkbox', { name }).all()) await box.check();
  }
  await expect(page.getByText(/^Saved \d\d:\d\d$/).filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Submit', exact: true }).filter({ visible: true }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText('Submitted').first()).toBeVisible();
  return uid;
}

/** The clock of the demonstration is put so many days after the cut-off. */
async function move(page: Page, uid: string, days: number): Promise<void> {
  await page.goto('about:blank');
  const login = await page.request.post('/api/users/login', {
    data: { email: at('pro'), password: demoPassword, app: 'user_portal' },
  });
  const { token } = await login.json();
  const opened = await page.request.get(`/api/v2/applications/${uid}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { cutoff } = await opened.json();
  const to = new Date(Date.parse(cutoff.end) + days * 86_400_000).toISOString();
  expect((await page.request.post('/api/demo/clock', { data: { to } })).status()).toBe(200);
  await page.context().clearCookies();
}

/** Goes from the dashboard to the work of a step, which the flow assigns by itself, in its own time. */
async function openFromDashboard(page: Page, uid: string, step: string): Promise<void> {
  const row = page.locator('main tr, main li').filter({ hasText: step }).filter({ hasText: uid });
  await expect(async () => {
    await page.goto('/dashboard');
    await expect(row).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await row.locator('[data-do]').click();
}

test('twelve people bring an application from its draft to the award, and on to the machine', {
  tag: '@full',
}, async ({ page }) => {
  test.setTimeout(720_000);
  await enter(page, applicant);
  const uid = await submitCopy(page);
  const by = async (name: string, wanted: Parameters<typeof work>[1] = []) => {
    await enter(page, at(name));
    await page.goto(`/applications/${uid}`);
    await work(page, wanted);
  };

  await move(page, uid, 1);
  await enter(page, at('pro'));
  await assign(page, uid, 'Administrative check', at('pro'));
  await page
    .getByRole('list', { name: 'What needs you' })
    .getByRole('link', { name: 'Open my work' })
    .click();
  await work(page, [[/^Decision/, /approve|accept/i]]);

  await move(page, uid, 11);
  await enter(page, at('pro'));
  for (const [name, partition] of [
    ['technical-reviewer', 'LUMI-G'],
    ['chiara.venturelli', 'Leonardo Booster'],
  ] as const)
    await assign(page, uid, 'Technical review', at(name), {
      Role: 'Technical reviewer',
      Partition: partition,
    });
  for (const name of ['technical-reviewer', 'chiara.venturelli'])
    await by(name, [
      [/^Classification/, /^Accept/i],
      [/another machine/, /^No/],
    ]);

  await move(page, uid, 36);
  await enter(page, at('pro'));
  const reviewers = ['amadeu.salgueiro', 'henrike.brandenburger', 'solveig.haraldsen'];
  for (const name of reviewers) await assign(page, uid, 'Scientific review', at(name));
  for (const name of reviewers) await by(name);

  await move(page, uid, 76);
  await enter(page, at('pro'));
  for (const step of ['Technical review', 'Scientific review']) await release(page, uid, step);
  await enter(page, applicant);
  await page.goto(`/applications/${uid}?view=read`);
  await expect(page.getByRole('main')).not.toContainText(/Salgueiro|Brandenburger|Haraldsen|Venturelli/);
  // The right to reply, which the release of the reviews opens: what was released is answered, from the dashboard.
  await openFromDashboard(page, uid, 'Right to reply');
  await expect(page.getByRole('main')).toContainText(
    'Read the reviews and reply if they got something wrong.',
  );
  await work(page, [[/Do you want to reply/, /^Yes/]]);

  await move(page, uid, 84);
  await enter(page, at('pro'));
  await assign(page, uid, 'Consolidation', at('dorottya.kemenyffy'));
  await by('dorottya.kemenyffy');
  await move(page, uid, 96);
  await enter(page, at('pro'));
  await assign(page, uid, 'Panel ranking', at('tobias.hallgrimsson'), { Role: 'Panel Chair' });
  await by('tobias.hallgrimsson');

  await move(page, uid, 106);
  await enter(page, at('pro'));
  await assign(page, uid, 'Decision', at('ac-chair'), { Role: 'AC Chair' });
  await by('ac-chair', [[/^(Decision|Outcome)/, /^Awarded in part/]]);
  await enter(page, applicant);
  await page.goto(`/applications/${uid}`);
  await expect(page.getByRole('main')).not.toContainText('Approved');
  await enter(page, at('pro'));
  await release(page, uid, 'Decision');

  await enter(page, applicant);
  await page.goto(`/applications/${uid}`);
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();

  // The award is accepted, both centres set the project up, and whoever looks after it finds them.
  await openFromDashboard(page, uid, 'Acceptance');
  await page.getByRole('radio', { name: 'I accept' }).press('Space');
  await page.locator('input[type="file"]').setInputFiles({
    name: 'agreement.pdf',
    mimeType: 'application/pdf',
    buffer: smallPdf('User agreement, signed'),
  });
  await expect(page.getByRole('button', { name: /^Delete agreement\.pdf/ })).toBeVisible();
  await work(page);
  for (const [name, partition] of [
    ['compute-centre-representative', 'LUMI-G'],
    ['pirkko.laaksonharju', 'Leonardo Booster'],
  ] as const) {
    await enter(page, at('pro'));
    await assign(page, uid, 'Onboarding', at(name), { Partition: partition });
    await enter(page, at(name));
    await openFromDashboard(page, uid, 'Onboarding');
    await work(page);
  }
  await enter(page, applicant);
  await page.goto(`/applications/${uid}`);
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
});
