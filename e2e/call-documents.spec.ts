import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';
import { withoutEvents } from './without-events.ts';

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`);

/** Calls the API as an administrator. */
async function administrator(request: APIRequestContext, email = 'admin@example.org') {
  const data = { email, password: demoPassword, app: 'admin_portal' };
  const { token } = (await (await request.post('/api/users/login', { data })).json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  return async (method: string, path: string, body?: object) => {
    const answer = await request.fetch(`/api${path}`, { method, headers, ...(body && { data: body }) });
    expect(answer.status(), await answer.text()).toBeLessThan(300);
    return (await answer.json()) as Record<string, never> & { id: number; revision: number };
  };
}

/** A call made from a template, which nobody else uses, with a cut-off so that only its documents are missing. */
async function newCall(request: APIRequestContext, width: string) {
  const api = await administrator(request);
  const code = `D${width.slice(0, 1).toUpperCase()}${Date.now() % 1_000_000}`;
  const title = `Documents ${code}`;
  const { id } = await api('POST', '/admin/calls', {
    title,
    code,
    year: 2032,
    from: { kind: 'template', template: 'peer_review' },
  });
  const { revision: base, partitions } = (await api('GET', `/admin/calls/${id}/check`)) as unknown as {
    revision: number;
    partitions: { id: string }[];
  };
  const amounts = [{ id: partitions[0]?.id, disabled: false, min: null, max: null, fixed: null, pool: null }];
  const moments = { start: '2032-01-01T09:00:00.000Z', end: '2032-06-01T09:00:00.000Z' };
  await api('POST', `/admin/calls/${id}/changes`, {
    base,
    changes: [
      // Nobody hears of it, so that its publication waits for nothing.
      { do: 'set', at: ['published'], value: false },
      { do: 'add', to: ['cutoffs'], after: null, thing: { id: 'c1', ...moments, amounts, timeframes: [] } },
    ],
  });
  return { api, id, title };
}

const rows = (page: Page) => page.getByRole('region', { name: 'Documents', exact: true }).locator('ol > li');
const chooser = (page: Page) => page.getByLabel('choose files');

test('gives the documents of a call from a template their files, by keyboard, and publishes it without the finding', {
  tag: '@once',
}, async ({ page, request }) => {
  const { api, id, title } = await newCall(request, test.info().project.name);
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto(`/admin/calls/${id}/publish`);
  await expect(page.getByText('Document ‘Terms of reference’ has no file.')).toBeVisible();
  await page
    .getByRole('listitem')
    .filter({ hasText: '‘Terms of reference’ has no file' })
    .getByRole('link', { name: 'Documents' })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // It leads to the button that mends it.
  const upload = page.getByRole('button', { name: 'Upload file for Terms of reference' });
  await expect(upload).toBeFocused();
  await expect(upload).toBeInViewport();

  // So does the same finding on this page.
  const before = page.getByRole('region', { name: 'Before publishing' });
  const finding = before.getByRole('listitem').filter({ hasText: '‘Terms of reference’ has no file' });
  await finding.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(upload).toBeFocused();
  await expectAccessible(page);
  const choosing = page.waitForEvent('filechooser');
  await upload.press('Enter');
  await (await choosing).setFiles({
    name: 'Terms 2032.pdf',
    mimeType: 'application/pdf',
    buffer: pdf('terms'),
  });
  const terms = rows(page).nth(0);
  await expect(terms.getByRole('button', { name: 'Download Terms 2032.pdf' })).toBeVisible();
  await expect(finding).toBeHidden();
  await expect(terms.getByRole('combobox', { name: 'Type of document 1' })).toHaveValue('termsOfReference');
  const download = page.waitForEvent('download');
  await terms.getByRole('button', { name: 'Download Terms 2032.pdf' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('Terms 2032.pdf');

  // Several files at once, some of them wrong.
  const count = await rows(page).count();
  await chooser(page).setInputFiles([
    { name: 'Guide for applicants.pdf', mimeType: 'application/pdf', buffer: pdf('guide') },
    { name: 'sheet.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK') },
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>') },
    { name: 'again.pdf', mimeType: 'application/pdf', buffer: pdf('terms') },
  ]);
  await expect(page.getByText('sheet.xlsx is no PDF and no Word document (DOCX).')).toBeVisible();
  await expect(page.getByText('empty.pdf is empty.')).toBeVisible();
  await expect(page.getByText('This file is no PDF and no Word document (DOCX).')).toBeVisible();
  await expect(page.getByText('This is the file of document 1.')).toBeVisible();
  await expect(rows(page)).toHaveCount(count + 1);
  await expectAccessible(page);
  for (const name of ['sheet.xlsx', 'empty.pdf', 'page.pdf', 'again.pdf'])
    await page.getByRole('button', { name: `Hide the message about ${name}` }).press('Enter');

  // A title in two languages.
  const field = page.getByRole('textbox', { name: `Title of document ${count + 1}` });
  await expect(field).toHaveValue('Guide for applicants');
  await field.fill('How to apply');
  await field.press('Enter');
  await page
    .getByRole('region', { name: 'Documents', exact: true })
    .getByRole('button', { name: /^Deutsch/ })
    .press('Enter');
  await expect(field).toHaveAttribute('placeholder', 'How to apply');
  await field.fill('Anleitung');
  await field.press('Enter');
  await page
    .getByRole('region', { name: 'Documents', exact: true })
    .getByRole('button', { name: /^English/ })
    .press('Enter');

  // Order and removal keep the focus, and both can be undone.
  const up = page.getByRole('button', { name: 'Move How to apply up' });
  for (let nth = 0; nth < count; nth += 1) await up.press('Enter');
  await expect(rows(page).nth(0).getByRole('textbox')).toHaveValue('How to apply');
  await expect(page.getByRole('button', { name: 'Move How to apply down' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(count);
  await expect(page.getByText('How to apply was removed')).toBeVisible();
  const undo = page
    .getByRole('region', { name: 'Documents', exact: true })
    .getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(rows(page).nth(0).getByRole('textbox')).toHaveValue('How to apply');
  await expect(page.getByRole('button', { name: 'Remove How to apply' })).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(rows(page)).toHaveCount(count);
  await page.keyboard.press('Control+Shift+z');
  await expect(rows(page)).toHaveCount(count + 1);

  // The templates of uploads get a file by drag and drop, and cannot be removed.
  for (let nth = 0; nth < count; nth += 1) {
    const row = rows(page).nth(nth + 1);
    if ((await row.getByText('No file yet').count()) === 0) continue;
    await expect(row.getByRole('button', { name: /^Remove/ })).toBeDisabled();
    const dropped = await page.evaluateHandle((name) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([`%PDF-1.7 ${name}`], name, { type: 'application/pdf' }));
      return transfer;
    }, `template-${nth}.pdf`);
    await row.dispatchEvent('drop', { dataTransfer: dropped });
    await expect(row.getByRole('button', { name: `Download template-${nth}.pdf` })).toBeVisible();
  }
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.getByRole('link', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Publish/ })).toBeVisible();
  await expect(page.getByText('has no file')).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect
    .poll(async () => (await api('GET', `/admin/calls/${id}`)) as unknown)
    .toMatchObject({
      version: 1,
      documents: [
        { title: 'How to apply', filename: 'Guide for applicants.pdf' },
        { title: 'Terms of reference', filename: 'Terms 2032.pdf' },
        ...Array.from({ length: count - 1 }, () => ({})),
      ],
    });
  await api('DELETE', `/admin/calls/${id}`);
});

test('shows what another administrator has done to documents @once', async ({ page, request }, {
  project,
}) => {
  const { id } = await newCall(request, `x${project.name}`);
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  // The page does not hear of the removal before the upload.
  await withoutEvents(page);
  await page.goto(`/admin/calls/${id}`);
  await expect(rows(page).first()).toBeVisible();
  const other = await administrator(request, 'eurohpc-admin@example.org');
  const { revision: base } = await other('GET', `/admin/calls/${id}/draft`);
  await other('POST', `/admin/calls/${id}/changes`, {
    base,
    changes: [{ do: 'remove', at: ['documents', 'terms-of-reference'] }],
  });
  // The file arrives for a document that is gone.
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload file for Terms of reference' }).click();
  await (await choosing).setFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: pdf('late') });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Your value: terms.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /file (for|of) Terms of reference/ })).toBeHidden();
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
  await page.goto(`/admin/calls/${id}/history`);
  await expect(page.getByText('Document ‘Terms of reference’').first()).toBeVisible();
  await other('DELETE', `/admin/calls/${id}`);
});

test('edits the links and rights of a call by keyboard', {
  tag: '@once',
}, async ({ page, request }) => {
  const { api, id } = await newCall(request, `l${test.info().project.name}`);
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await page.goto(`/admin/calls/${id}#links`);
  const links = page.getByRole('region', { name: 'Links', exact: true });
  const draft = async () => (await api('GET', `/admin/calls/${id}/draft`)).definition as unknown;

  // The terms lead to a document; the guideline gets an address.
  const guideline = links.getByRole('combobox', { name: 'Guideline for reviewers' });
  await guideline.selectOption('Another address');
  const address = links.getByRole('textbox', { name: 'Address of ‘Guideline for reviewers’' });
  await address.fill('javascript:alert(1)');
  await address.press('Enter');
  await expect(links.getByText('A link may not lead to javascript:alert(1).')).toBeVisible();
  await expectAccessible(page);
  await address.fill('example.org/guideline');
  await address.press('Enter');
  await expect(address).toHaveValue('https://example.org/guideline');
  await expect(links.getByText('A link may not lead to')).toBeHidden();

  // Links with a title of their own: added, moved, removed.
  await links.getByRole('button', { name: 'Add link' }).press('Enter');
  const title = (n: number) => links.getByRole('textbox', { name: `Title of link ${n}` });
  await expect(title(1)).toBeFocused();
  await expect(links.getByText('Link 1 has no title. Enter one.')).toBeVisible();
  await page.keyboard.type('Guide');
  await page.keyboard.press('Enter');
  await links.getByRole('combobox', { name: 'Target of link 1' }).selectOption('Project scope and plan');
  await links.getByRole('button', { name: 'Add link' }).press('Enter');
  await expect(title(2)).toBeFocused();
  await page.keyboard.type('Support');
  await page.keyboard.press('Enter');
  const second = links.getByRole('textbox', { name: 'Address of link 2' });
  await second.fill('help@example.org');
  await second.press('Enter');
  await expect(second).toHaveValue('mailto:help@example.org');
  await expect(links.getByRole('button', { name: 'Add link' })).toBeHidden();
  await expectAccessible(page);
  await links.getByRole('button', { name: 'Move link 2 up' }).press('Enter');
  await expect(title(1)).toHaveValue('Support');
  await expect.poll(draft).toMatchObject({
    links: {
      termsOfReference: 'document:terms-of-reference',
      guidelineReviewer: 'https://example.org/guideline',
      link1: { title: { en: 'Support' }, address: 'mailto:help@example.org' },
      link2: { title: { en: 'Guide' }, address: 'document:project-scope-and-plan' },
    },
  });
  await links.getByRole('button', { name: 'Remove link 1' }).press('Enter');
  await expect(title(1)).toHaveValue('Guide');
  await guideline.selectOption('No link');
  await expect(address).toBeHidden();

  const rights = page.getByRole('region', { name: 'Rights', exact: true });
  await rights.getByRole('checkbox', { name: 'Visible to visitors' }).press('Space');
  await rights.getByRole('button', { name: 'Change: Download bundle and call report' }).press('Enter');
  await rights.getByRole('checkbox', { name: 'Computing center representative' }).press('Space');
  await rights.getByRole('button', { name: 'Close: Download bundle and call report' }).press('Enter');
  const assign = rights.getByRole('button', { name: 'Change: Assign and invite: Technical review' });
  await assign.press('Enter');
  await expectAccessible(page);
  await rights.getByRole('checkbox', { name: 'Peer Review Officer' }).press('Space');
  await expect
    .poll(draft)
    .toMatchObject({ published: true, downloadRoles: ['pro'], links: { link1: { title: { en: 'Guide' } } } });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rights.getByRole('checkbox', { name: 'Peer Review Officer' })).toBeChecked();
  await api('DELETE', `/admin/calls/${id}`);
});
