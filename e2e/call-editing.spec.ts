import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { demoPassword, signIn } from './accounts.ts';
import { expectAccessible } from './axe.ts';

// Both edit the same call.
test.describe.configure({ mode: 'default' });

/** A call that visitors do not see; one for each width, so that both can be edited at once. */
const callAt = (width: string) => (width === 'wide' ? 'Regular Access 2027, spring' : 'Regular Access 2024');

/** Calls the API as another administrator. */
async function otherAdministrator(request: APIRequestContext) {
  const data = { email: 'eurohpc-admin@example.org', password: demoPassword, app: 'admin_portal' };
  const { token } = (await (await request.post('/api/users/login', { data })).json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const draft = async (id: string) =>
    (await (await request.get(`/api/admin/calls/${id}/draft`, { headers })).json()) as {
      revision: number;
      definition: Record<string, unknown>;
    };
  const change = async (id: string, changes: object[]) => {
    const { revision: base } = await draft(id);
    const answer = await request.post(`/api/admin/calls/${id}/changes`, { headers, data: { base, changes } });
    expect(answer.status()).toBe(200);
  };
  return {
    draft,
    change,
    set: (id: string, at: string[], value: unknown) => change(id, [{ do: 'set', at, value }]),
  };
}

async function openCall(page: Page, width: string): Promise<string> {
  await page.goto('/admin/calls');
  await page
    .getByRole('link', { name: callAt(width) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: callAt(width) })).toBeVisible();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

const saved = (page: Page) => page.getByText(/^Saved \d\d:\d\d$/);
const unsaved = (page: Page) => page.getByText(/change(s)? wait(s)? on this page/);

test('edits the texts of a call, undoes, survives a lost connection and another editor, and discards the draft', {
  tag: '@once',
}, async ({ page, request }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const id = await openCall(page, test.info().project.name);
  const other = await otherAdministrator(request);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const facts = page.getByRole('region', { name: 'Facts and texts' });
  const first = await title.inputValue();
  await expect(saved(page)).toBeHidden();

  // The first change begins the draft.
  await title.fill('Regular Access, edited');
  await title.press('Tab');
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Title (English): Regular Access, edited' })).toBeVisible();
  await expectAccessible(page);

  // Keys undo an edit outside of fields alone.
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Control+z');
  await expect(title).toHaveValue(first);
  await expect(page.getByText('The draft is the same as the live call.')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(title).toHaveValue('Regular Access, edited');
  await expect(saved(page)).toBeVisible();

  // Another language is missing until it is written.
  await facts.getByRole('button', { name: /^Deutsch/ }).click();
  const german = page.getByRole('textbox', { name: 'Title', exact: true });
  await german.fill('Regulärer Zugang, bearbeitet');
  await german.press('Enter');
  await expect(
    page.getByRole('link', { name: 'Title (Deutsch): Regulärer Zugang, bearbeitet' }),
  ).toBeVisible();
  await facts.getByRole('button', { name: /^English/ }).click();

  // What is refused stays in its field.
  const pattern = page.getByRole('textbox', { name: 'Pattern of the IDs' });
  await pattern.fill('REG-{YYYY}');
  await pattern.press('Tab');
  await expect(page.getByText('This value cannot be saved here.')).toBeVisible();
  await expect(pattern).toHaveValue('REG-{YYYY}');
  await expectAccessible(page);
  await pattern.fill('REGX-{YYYY}-{SEQ3}');
  await pattern.press('Tab');
  await expect(page.getByText('This value cannot be saved here.')).toBeHidden();
  await expect(saved(page)).toBeVisible();

  // Without a connection edits wait, and the page asks before it is left.
  await page.route('**/changes', (route) => route.abort());
  const duration = page.getByRole('textbox', { name: 'Duration' });
  await duration.fill('18 months');
  await duration.press('Tab');
  await expect(unsaved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Calls', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.unroute('**/changes');
  await page.getByRole('button', { name: 'Save now' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await other.draft(id)).definition.facts).toMatchObject({ duration: { en: '18 months' } });

  // One text that both change becomes a question.
  await title.fill('Regular Access, mine');
  await other.set(id, ['title', 'en'], 'Regular Access, theirs');
  await title.press('Tab');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The other value: Regular Access, theirs')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Your value: Regular Access, mine' }).check();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await expect(dialog).toBeHidden();
  await expect(saved(page)).toBeVisible();
  expect((await other.draft(id)).definition.title).toMatchObject({ en: 'Regular Access, mine' });

  await page.getByRole('button', { name: 'Discard draft' }).click();
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(dialog).toBeHidden();
  await expect(saved(page)).toBeHidden();
  await expect(title).toHaveValue(first);
});

test('writes rich text by keyboard, with a link to a page', {
  tag: '@once',
}, async ({ page, request }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const id = await openCall(page, test.info().project.name);
  const other = await otherAdministrator(request);
  const text = page.getByRole('textbox', { name: 'Long text' });
  await text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('First ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' words');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List with bullets' }).press('Enter');
  await page.keyboard.type('an item');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Set link' }).click();
  await expect(dialog.getByText('A link cannot lead there.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://example.org');
  await dialog.getByRole('button', { name: 'Set link' }).click();
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus();
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(async () => (await other.draft(id)).definition.info)
    .toMatchObject({
      en: '<p>First <b>bold</b> words</p><ul><li>an ite<a href="https://example.org" rel="noopener noreferrer">m</a></li></ul>',
    });
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(saved(page)).toBeHidden();
});

test('leads from each finding about forms and workflow to its place', async ({ page, request }, {
  project,
}) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  const id = await openCall(page, project.name);
  const other = await otherAdministrator(request);
  const { steps } = (await other.draft(id)).definition.flow as {
    steps: {
      id: string;
      order: number;
      forms: { id: string; elements: { id: string; title: object }[] }[];
    }[];
  };
  const [first, ...later] = steps.toSorted((one, another) => one.order - another.order);
  const form = first?.forms[0];
  const field = form?.elements[0];
  if (first === undefined || form === undefined || field === undefined) throw new Error('no form');
  const home = ['flow', 'steps', first.id, 'forms', form.id, 'elements', field.id];
  const technical = later.find(({ id: step }) => step === 'TEC');
  if (technical === undefined) throw new Error('no technical review');
  await other.change(id, [
    { do: 'set', at: [...home, 'title'], value: { de: 'Ein Feld' } },
    {
      do: 'set',
      at: [...home, 'effects'],
      value: [{ effect: 'visible', validations: [[{ ref: 'gone', type: 'non_empty' }]] }],
    },
    { do: 'set', at: [...home, 'config', 'step'], value: '-1' },
    { do: 'remove', at: ['flow', 'steps', technical.id] },
  ]);
  await page.reload();
  const before = page.getByRole('region', { name: 'Before publishing' });
  const workflow = page.getByRole('region', { name: 'Forms and workflow' });
  const removed = 'An automation refers to step TEC, which does not exist. Choose another step.';
  const finding = before.getByRole('listitem').filter({ hasText: removed });
  // One finding leads to each automation that names the step.
  await expect(finding.getByRole('link', { name: /^Automation ‘Email: Accept or reject/ })).toBeVisible();
  await finding.getByRole('link', { name: 'Automation ‘Assign: TEC’' }).press('Enter');
  await expect(workflow.locator(':focus')).toHaveText('Assign: TEC');
  await expect(workflow.locator(':focus')).toBeInViewport();
  // A title in another language names it, wherever it is quoted.
  const quoting = before.getByRole('listitem').filter({ hasText: 'field ‘Ein Feld’' });
  await expect(quoting.locator('p [lang="de"]')).toHaveText('Ein Feld');
  await expect(
    quoting.getByRole('link', { name: /^Application › .* › Ein Feld$/ }).locator('[lang="de"]'),
  ).toHaveText('Ein Feld');
  await expectAccessible(page);

  await page.goto(`/admin/calls/${id}/publish`);
  await page.getByRole('link', { name: 'Go to ‘Assign: TEC’' }).press('Enter');
  await expect(workflow.locator(':focus')).toHaveText('Assign: TEC');
  await expect(workflow.locator(':focus')).toBeInViewport();

  // The list leads to the findings.
  await page.goto('/admin/calls');
  await page.locator(`a[href$="/calls/${id}#before"]`).filter({ visible: true }).first().click();
  await expect(before).toBeInViewport();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await expect(saved(page)).toBeHidden();
});

test('two administrators see each other, and each change of the other while they type', {
  tag: '@once',
}, async ({ page, browser }) => {
  await signIn(page, 'admin@example.org', undefined, 'admin_portal');
  await openCall(page, test.info().project.name);
  const second = await browser.newPage();
  await signIn(second, 'eurohpc-admin@example.org', undefined, 'admin_portal');
  await openCall(second, test.info().project.name);
  const people = (of: Page) => of.getByRole('list', { name: 'Also open for' });
  await expect(people(page).getByText(/, here since \d\d:\d\d$/)).toHaveCount(1);
  await expect(people(second)).toBeVisible();
  await expectAccessible(page);

  // The change arrives beside what is typed, which stays where it is although there is a new line above it.
  const title = (of: Page) => of.getByRole('textbox', { name: 'Title', exact: true });
  const duration = page.getByRole('textbox', { name: 'Duration' });
  const first = await title(page).inputValue();
  await duration.fill('18');
  await duration.press('Tab');
  await expect(saved(page)).toBeVisible();
  await duration.fill('18 mon');
  const place = await duration.boundingBox();
  await title(second).fill('Regular Access of two');
  await title(second).press('Tab');
  await expect(title(page)).toHaveValue('Regular Access of two', { timeout: 2_000 });
  await expect(page.getByRole('status').getByText(/ changed: Title \(English\)$/)).toBeVisible();
  await expect(duration).toBeFocused();
  await expect(duration).toHaveValue('18 mon');
  expect(await duration.boundingBox()).toEqual(place);
  await page.keyboard.type('ths');
  await duration.press('Tab');
  await expect(second.getByRole('textbox', { name: 'Duration' })).toHaveValue('18 months', {
    timeout: 2_000,
  });

  // Both change the title: the one who comes later is asked, although the page has the new one.
  await title(second).fill('Regular Access, theirs');
  await title(page).fill('Regular Access, mine');
  await title(second).press('Tab');
  await expect(page.getByRole('link', { name: 'Title (English): Regular Access, theirs' })).toBeVisible();
  await expect(title(page)).toHaveValue('Regular Access, mine');
  await title(page).press('Tab');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'The other value: Regular Access, theirs' }).check();
  await dialog.getByRole('button', { name: 'Save the choice' }).click();
  await expect(title(page)).toHaveValue('Regular Access, theirs');

  await second.close();
  await expect(people(page)).toBeHidden();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  await expect(title(page)).toHaveValue(first);
});
