import { expect, type Page, type Request, test } from '@playwright/test';
import { firstPassword, pressLogout, signIn } from './accounts.ts';
import { expectAccessible, hiddenStops } from './axe.ts';
import { expectSaved, keptTexts, newDraft, openForm, storedValues } from './drafts.ts';
import { row } from './filler.ts';
import { smallPdf } from './pdf.ts';

// An answer that is on its way when a test ends is nobody's fault.
test.afterEach(async ({ page }) => {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** The editor of an application: what is written stays, what is wrong is said, and nothing surprises. */

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Project title', exact: true });
const shown = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).last();
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;

/** Saves without waiting for the pause after which the editor does it by itself. */
async function saveNow(page: Page): Promise<void> {
  await shown(page, 'Save Changes').click();
  await expectSaved(page);
}

/** As the page calls the application: a draft has its uid, and nobody has seen it. */
async function shownId(page: Page): Promise<string> {
  const text = await page.getByText(/^Proposal ID: DRAFT-\d+$/).textContent();
  return text?.replace('Proposal ID: ', '') ?? '';
}

test('looking at a form changes nothing', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R4', 'Partitions and resources');
  await expect(page.getByRole('group', { name: 'Partition request #1', exact: true })).toBeVisible();
  await page.waitForTimeout(2_500);
  await expect(page.getByText('Everything saved').filter({ visible: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('group', { name: 'Partition request #1', exact: true })).toBeVisible();
  await expect(page.getByText(/We found/)).toHaveCount(0);
});

test('a refused file is mended after the deadline while its submission waits, and nothing else', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R10', 'Documents, declarations and submission');
  const field = main.getByRole('group', { name: /CV of the PI/ });
  const input = main.locator('input[type=file]');
  const put = (name: string, buffer: Buffer) =>
    field.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await put('torn.pdf', Buffer.from('%PDF-1.7 and nothing more'));
  await expect(field.getByText('Not accepted')).toBeVisible();
  // As the server tells it once the deadline has passed; the files themselves it takes as ever.
  const notice = 'Your submission arrived in time.';
  await page.route(`**/api/v2/applications/${draft.uid}`, async (route) => {
    const reply = await (await route.fetch()).json();
    const assignments = reply.assignments.map((one: object) => ({
      ...one,
      can: { save: false, submit: true },
      notice,
    }));
    await route.fulfill({ json: { ...reply, assignments } });
  });
  await page.reload();
  await expect(main.getByText(notice)).toBeVisible();
  await expect(input).toHaveCount(1);
  await expect(field.getByText('This file is not a PDF that can be read. Choose a PDF.')).toBeVisible();
  await expectAccessible(page);
  // What stops it is said before anything is sent.
  await shown(page, 'Submit').click();
  await main.getByRole('link', { name: /CV of the PI/ }).click();

  await put('cv.pdf', smallPdf('cv'));
  await expect(main.getByRole('button', { name: 'Download cv.pdf' }).first()).toBeVisible();
  await expect(input).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Delete cv.pdf' })).toHaveCount(0);
});

test('opened by its address, session, data and parts come while the code that needs them is still on its way', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const heard = (pattern: RegExp) => expect.poll(() => asked.some((path) => pattern.test(path))).toBe(true);
  let isHeld = true;
  await page.route(/\/assets\/frame-.*\.js/, async (route) => {
    await heard(/^\/api\/users\/refresh$/);
    await route.continue();
  });
  await page.route(/\/assets\/application-page-.*\.js/, async (route) => {
    await heard(new RegExp(`^/api/v2/applications/${draft.uid}$`));
    await heard(/^\/api\/v2\/parts\//);
    isHeld = false;
    await route.continue();
  });
  await page.goto(`/applications/${draft.uid}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => isHeld).toBe(false);
  for (const path of ['/api/users/refresh', `/api/v2/applications/${draft.uid}`])
    expect(asked.filter((one) => one === path)).toHaveLength(1);
});

test('opened again, only what is the application’s own crosses the line', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  /** How many bytes came over the line for what was asked of the API, for the application and for each of its parts. */
  const crossed = () =>
    page.evaluate(() => {
      const found = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const bytesOf = (path: string) =>
        found.filter(({ name }) => name.includes(path)).map(({ transferSize }) => transferSize);
      return { own: bytesOf('/api/v2/applications/'), parts: bytesOf('/api/v2/parts/') };
    });
  await openForm(page, draft.uid, 'R4', 'Partitions and resources');
  const first = await crossed();
  expect([first.own.length, first.parts.every((bytes) => bytes > 0)]).toEqual([1, true]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Partitions and resources', level: 2 })).toBeVisible();
  const again = await crossed();
  expect(again.parts).toEqual(first.parts.map(() => 0));
  expect(again.own).toHaveLength(1);
  expect(again.own[0]).toBeLessThan(4_000);
});

test('what one arrives at stays where it is: nothing grows under the pointer', async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R4', 'Partitions and resources');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  /** What is far below is as high before one has seen it as after: else the button under the pointer moves as one comes. */
  const expectNoGrowth = async () => {
    const before = await height();
    await page.evaluate(async () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
    });
    expect(await height()).toBe(before);
  };
  await expect(page.getByRole('group', { name: 'Partition request #1', exact: true })).toBeVisible();
  await expectNoGrowth();

  await shown(page, 'Next').click();
  await expect(page.getByRole('group', { name: 'Milestone (quarter) #1', exact: true })).toBeVisible();
  await expectNoGrowth();

  // What is said of the saving takes its room from nobody, however long it is.
  await shown(page, 'Back').click();
  const most = main.getByRole('textbox', { name: 'Nodes of the largest job', exact: true });
  await most.fill('..');
  const save = shown(page, 'Save Changes');
  const before = await save.boundingBox();
  await page.keyboard.press('Tab');
  await expect(page.getByText('1 change could not be saved').filter({ visible: true })).toBeVisible();
  expect(await save.boundingBox()).toEqual(before);
});

test('who goes by keyboard sees every stop: no bar lies over what has the focus', async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  await expect(titleField(page)).toBeInViewport({ ratio: 1 });
  // Over the form is the project, and below it the call, except where the steps take its room.
  await titleField(page).fill('Waves at night');
  await expect(page.getByRole('heading', { level: 1, name: 'Waves at night', exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByTitle('Regular Access', { exact: true })).toBeVisible({
    visible: (page.viewportSize()?.width ?? 0) > 991,
  });
  await titleField(page).focus();
  expect(await hiddenStops(page, 'Tab', 45)).toEqual([]);
  expect(await hiddenStops(page, 'Shift+Tab', 45)).toEqual([]);
});

test('words outlive a page that dies without a connection', { tag: '@once' }, async ({ page, context }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  // Nothing more gets out of this page, what it sends while it closes included: that is not held up by a route.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('no connection'));
  });
  await titleField(page).fill('Waves that nobody heard');
  await expect(
    page.getByText('Offline: 1 change kept on this device').filter({ visible: true }),
  ).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const next = await context.newPage();
  await openForm(next, draft.uid, 'R1', 'The project');
  await expect(next.getByText('We found 1 unsaved change on this device.')).toBeVisible();
  await expect(titleField(next)).toHaveValue('Waves that nobody heard');
  await expectSaved(next);
  expect(await storedValues(next, draft, 'R1.title')).toEqual([['Waves that nobody heard']]);
});

test('a page whose form has changed opens the new one, with every word', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  const sent: unknown[] = [];
  await page.route(
    '**/v2/assignments/*/save',
    (route) => {
      sent.push(route.request().postDataJSON().flowVersion);
      const json = {
        statusCode: 409,
        code: 'form_changed',
        message: ['The form has changed.'],
        flowVersion: 2,
      };
      return route.fulfill({ status: 409, json });
    },
    { times: 1 },
  );
  await titleField(page).fill('Waves of two forms');
  await expect(page.getByText('The form has changed. The page shows the new form')).toBeVisible();
  await expect(page.getByText('We found 1 unsaved change on this device.')).toBeVisible();
  await expect(titleField(page)).toHaveValue('Waves of two forms');
  await expectSaved(page);
  expect(sent).toEqual([1]);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['Waves of two forms']]);
});

test('words outlive a page that is left the moment they were written', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  // Neither the connection nor the browser's database is quick enough for a page that ends.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {});
    IDBObjectStore.prototype.put = () => {
      throw new Error('too late');
    };
  });
  await titleField(page).fill('Waves at the last moment');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/documentation');
  await openForm(page, draft.uid, 'R1', 'The project');
  await expect(page.getByText('We found 1 unsaved change on this device.')).toBeVisible();
  await expect(titleField(page)).toHaveValue('Waves at the last moment');
  await expectSaved(page);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['Waves at the last moment']]);
  await page.reload();
  await expect(titleField(page)).toHaveValue('Waves at the last moment');
  await expect(page.getByText(/We found/)).toHaveCount(0);
});

test('saves again by itself when the connection is back', { tag: '@once' }, async ({ page, context }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  await context.setOffline(true);
  await titleField(page).fill('Off and on');
  await shown(page, 'Save Changes').click();
  await expect(
    page.getByText('Offline: 1 change kept on this device').filter({ visible: true }),
  ).toBeVisible();
  await context.setOffline(false);
  await expectSaved(page);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['Off and on']]);
});

test('who is logged out while writing reads what is kept, and has it after the login', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  const headers = { authorization: `Bearer ${draft.token}` };
  expect((await page.request.delete('/api/users/sessions', { headers })).ok()).toBe(true);
  const loggedOut = await page.request.post('/api/users/logout', {
    headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' },
    data: { app: 'user_portal' },
  });
  expect(loggedOut.ok()).toBe(true);
  await titleField(page).fill('Written after the end');
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await expect(dialog).toContainText(
    '1 change is kept on this device. We will save it when you log in here again.',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(draft.email);
  await page.locator('input[type=password]').fill(firstPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(titleField(page)).toHaveValue('Written after the end');
  await expectSaved(page);
  expect(page.url()).toContain(draft.uid);
});

/** The requests of a page that are not over, from now on. */
function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

/** What a page fetches ahead for a logout without a connection: the question and the login, asked for together. */
const comesAhead = (page: Page) =>
  Promise.all([page.waitForResponse(/\/logout-question-.*\.js/), page.waitForResponse(/\/sign-in-.*\.js/)]);

test('asks before it leaves unsaved words behind', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  const question = page.getByRole('dialog', { name: 'Save before you leave?' });
  const away = page.getByRole('banner').getByRole('link').first();

  // Nothing gets through, so that nothing is saved before the test has left.
  await page.route('**/save', (route) => route.abort());
  // Closing the page: the browser asks.
  await titleField(page).fill('Half a thought');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const browserDialog = await asked;
  expect(browserDialog.type()).toBe('beforeunload');
  await browserDialog.dismiss();

  await titleField(page).fill('Half a thought more');
  await away.click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();

  await titleField(page).fill('A whole thought');
  await away.click();
  await page.unroute('**/save');
  await question.getByRole('button', { name: 'Save and leave' }).click();
  await expect(page).toHaveURL(/:\d+\/(calls)?$/);
  expect(await storedValues(page, draft, 'R1.title')).toEqual([['A whole thought']]);

  // Who logs out over words that are only here is asked; the next person at this device finds nothing of them.
  // The page before may be fetching them at this moment, and what it has not finished would be lost.
  await page.goto('about:blank');
  const underWay = requestsUnderWay(page);
  const ahead = comesAhead(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  await ahead;
  await expect.poll(() => underWay.size).toBe(0);
  await page.context().setOffline(true);
  await titleField(page).fill('Not for the next reader');
  const leave = page.getByRole('dialog', { name: 'Log out without saving?' });
  await pressLogout(page, 'Siobhán');
  await expect(leave.getByRole('listitem')).toHaveText([`${await shownId(page)}: 1 answer`]);
  await expectAccessible(page);
  await leave.getByRole('button', { name: 'Stay logged in' }).click();
  await expect(titleField(page)).toHaveValue('Not for the next reader');
  await pressLogout(page, 'Siobhán');
  await leave.getByRole('button', { name: 'Log out and delete it' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect.poll(() => keptTexts(page)).toEqual([]);
});

test('who logs out without a connection is asked on any page, and logged out on the server when it is back', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  const statusOf = async (path: string) =>
    (await page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${draft.token}` } })).status();
  await openForm(page, draft.uid, 'R1', 'The project');
  await page.route('**/save', (route) => route.abort());
  await titleField(page).fill('Only here');
  await expect(
    page.getByText('Offline: 1 change kept on this device').filter({ visible: true }),
  ).toBeVisible();
  const id = await shownId(page);
  await page.goto('about:blank');

  const underWay = requestsUnderWay(page);
  const ahead = comesAhead(page);
  await page.goto('/applications');
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
  await ahead;
  await expect.poll(() => underWay.size).toBe(0);
  await page.context().setOffline(true);
  const leave = page.getByRole('dialog', { name: 'Log out without saving?' });
  await pressLogout(page, 'Siobhán');
  await expect(leave.getByRole('listitem')).toHaveText([`${id}: 1 answer`]);
  await leave.getByRole('button', { name: 'Log out and delete it' }).click();
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible();
  await expect.poll(() => keptTexts(page)).toEqual([]);

  expect(await statusOf('/users/roles')).toBe(200);
  await page.context().setOffline(false);
  await expect.poll(() => statusOf('/users/roles')).toBe(401);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /logout/.test(key)))).toEqual(
    [],
  );
});

test('a submission with errors says all of them and leads to each', async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R10', 'Documents, declarations and submission');
  await shown(page, 'Submit').click();
  await expect(page.getByText('Solve all errors before submitting')).toBeVisible();
  const summary = page.getByRole('region', { name: 'Solve all errors before submitting' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('heading', { level: 2 })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();
  await expect(titleField(page)).toHaveAttribute('aria-invalid', 'true');
  // All of them, each with its way there, under the form that it stands in.
  await expect(page.getByRole('group', { name: 'Research field #1', exact: true })).toBeVisible();
  // One line for each form, and one number for the summary, the step of the form and the panel beside it.
  const missing = (of: string) => summary.getByRole('listitem').filter({ hasText: of }).textContent();
  await expect(summary.getByRole('listitem').filter({ hasText: 'The project' })).toContainText(
    /^The project: \d+ missing answers$/,
  );
  await expect(summary.getByRole('listitem').filter({ hasText: 'Documents, declarations' })).toBeVisible();
  const count = (await missing('The project'))?.replace('The project: ', '') ?? '';
  if (!isNarrow(page))
    await expect(
      page
        .getByRole('navigation', { name: 'Forms of the application' })
        .getByRole('link', { name: count })
        .first(),
    ).toHaveAccessibleName(`The project ${count}`);
  await expectAccessible(page);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(titleField(page)).toBeFocused();
  await titleField(page).fill('No longer empty');
  await expect(summary.getByRole('listitem').filter({ hasText: 'The project' })).not.toContainText(count);
  // Into another form, from where one submits again.
  await summary.getByRole('link').last().click();
  await expect(
    page.getByRole('heading', { name: 'Documents, declarations and submission', level: 2 }),
  ).toBeVisible();
  await expect(summary).not.toBeFocused();
  await shown(page, 'Submit').click();
  await expect(summary).toBeFocused();
  // Who goes on to another form sees that form, however long the list over it is.
  await shown(page, 'Next').click();
  const following = page.getByRole('heading', { name: 'Principal investigator', level: 2 });
  await expect(following).toBeFocused();
  await expect(following).toBeInViewport();
  await shown(page, 'Back').click();
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();

  // The count beside the form leads to all of them as well, also where it lies over the page.
  await titleField(page).focus();
  if (isNarrow(page)) await page.getByRole('button', { name: /^Details/ }).click();
  await page
    .getByRole('button', { name: /^\d+ missing answers$/ })
    .filter({ visible: true })
    .press('Enter');
  await expect(summary).toBeFocused();
});

test('rows are added, moved and removed with a question', async ({ page }) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R9', 'Reviewers');
  for (const [index, name] of ['Ada', 'Bo', 'Cy', 'Di'].entries()) {
    const one = await row(page, 'Suggested reviewer', index + 1);
    await expect(one.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await one.getByRole('textbox', { name: 'Name' }).fill(name);
  }
  await expect(page.getByRole('button', { name: 'Add Suggested reviewer' })).toBeDisabled();
  await expect(page.getByText('4 of 4')).toBeVisible();

  await page.getByRole('button', { name: 'Move Suggested reviewer #4 up' }).click();
  await expect((await row(page, 'Suggested reviewer', 3)).getByRole('textbox', { name: 'Name' })).toHaveValue(
    'Di',
  );

  await page.getByRole('button', { name: 'Remove Suggested reviewer #1' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Suggested reviewer #1?' });
  await expect(question).toContainText('All data inside this Suggested reviewer will be deleted.');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Remove Suggested reviewer #1' }).click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('3 of 4')).toBeVisible();
  await saveNow(page);

  await page.reload();
  const names: string[] = [];
  for (const number of [1, 2, 3]) {
    const one = await row(page, 'Suggested reviewer', number);
    const open = one.getByRole('button', { name: /^Open / });
    if ((await open.count()) > 0) await open.click();
    names.push(await one.getByRole('textbox', { name: 'Name' }).inputValue());
  }
  expect(names).toEqual(['Bo', 'Di', 'Cy']);
});

/** Counts the components that React draws: it tells its tools of each commit, in production too. */
function countDrawn(): void {
  interface Fiber {
    flags: number;
    type: unknown;
    alternate: Fiber | null;
    child: Fiber | null;
    sibling: Fiber | null;
  }
  const isDrawn = (fiber: Fiber): boolean =>
    typeof fiber.type !== 'string' && (fiber.alternate === null || (fiber.flags & 1) !== 0);
  const count = (first: Fiber | null): number => {
    let drawn = 0;
    for (let at = first; at !== null; at = at.sibling) {
      if (isDrawn(at)) drawn += 1;
      if (at.child !== at.alternate?.child) drawn += count(at.child);
    }
    return drawn;
  };
  const seen = { drawn: 0 };
  Object.assign(window, {
    seen,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_id: number, root: { current: Fiber }) => {
        seen.drawn += count(root.current);
      },
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      checkDCE: () => {},
    },
  });
}

test('a key in one row draws nothing of the other rows', { tag: ['@once', '@full'] }, async ({ page }) => {
  await page.addInitScript(countDrawn);
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R9', 'Reviewers');
  const drawn = () => page.evaluate(() => (window as unknown as { seen: { drawn: number } }).seen.drawn);
  const drawnForAKey = async (): Promise<number> => {
    const name = (await row(page, 'Suggested reviewer', 1)).getByRole('textbox', { name: 'Name' });
    await name.fill('Ada');
    await name.press('End');
    await saveNow(page);
    // What stands beside the form is drawn a moment later, and before the next save.
    await page.waitForTimeout(400);
    // The answer to its save is drawn as well, sooner or later: not while it is counted.
    let answer = () => {};
    const counted = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/v2/assignments/*/save', async (route) => {
      await counted;
      await route.continue();
    });
    const before = await drawn();
    await name.press('x');
    await page.waitForTimeout(400);
    const more = (await drawn()) - before;
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    return more;
  };
  await row(page, 'Suggested reviewer', 1);
  await row(page, 'Suggested reviewer', 2);
  const withTwo = await drawnForAKey();
  await row(page, 'Suggested reviewer', 3);
  await row(page, 'Suggested reviewer', 4);
  expect(withTwo).toBeGreaterThan(0);
  // Two more rows are at least a dozen components.
  // The save of one try may be drawn in the time of another: what a key draws is the least of them.
  const tries = [await drawnForAKey(), await drawnForAKey(), await drawnForAKey()];
  expect(Math.min(...tries)).toBeLessThan(withTwo + 12);
});

test('only a PDF within its limits is taken; it can be replaced and deleted', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R10', 'Documents, declarations and submission');
  // The template stands at the upload that asks for it, the terms at the tick that accepts them.
  const plan = main.getByRole('group', { name: /^Project scope and plan/ });
  await expect(plan.getByText(/^Project scope and plan: Regular Access, .*, DOCX, \d+ kB$/)).toBeVisible();
  const template = plan.getByRole('link', { name: 'Download the template' });
  const terms = main.getByRole('link', { name: /^Read the terms of reference/ });
  // Nobody who is not signed in is kept from them either: they are fetched without a token.
  for (const [link, type, begin] of [
    [template, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'PK'],
    [terms, 'application/pdf', '%PDF-'],
  ] as const) {
    const file = await page.request.get((await link.getAttribute('href')) ?? '');
    expect([file.status(), file.headers()['content-type']]).toEqual([200, type]);
    expect((await file.body()).subarray(0, begin.length).toString()).toBe(begin);
  }

  const field = main.getByRole('group', { name: /CV of the PI/ });
  const input = field.locator('input[type=file]');
  const put = (name: string, mimeType: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType, buffer });

  await put('cv.docx', 'application/msword', Buffer.from('Dear all'));
  await expect(field.getByText('cv.docx is not a PDF. Choose a PDF.')).toBeVisible();
  await put('disguised.pdf', 'application/pdf', Buffer.from('Dear all, this is only text'));
  await expect(
    field
      .getByText(/not a PDF|no PDF|PDF/)
      .filter({ hasText: /PDF/ })
      .last(),
  ).toBeVisible();
  await expect(field.getByRole('button', { name: /^Download/ })).toHaveCount(0);
  // What begins like one is looked into behind the answer: the word stays, over a reload too, until it is taken away.
  await put('torn.pdf', 'application/pdf', Buffer.from('%PDF-1.7 and nothing more'));
  const torn = field.getByText('This file is not a PDF that can be read. Choose a PDF.');
  const refused = field.getByRole('listitem').filter({ hasText: 'torn.pdf' });
  await expect(refused).toContainText('Not accepted');
  await expect(torn).toBeVisible();
  await page.reload();
  await expect(torn).toBeVisible();
  await expectAccessible(page);
  await refused.getByRole('button', { name: 'Delete torn.pdf' }).click();
  await expect(refused).toHaveCount(0);
  await expect(torn).toHaveCount(0);
  await put('big.pdf', 'application/pdf', Buffer.concat([smallPdf('big'), Buffer.alloc(5 * 1_048_576)]));
  await expect(field.getByText('big.pdf is 5.0 MB. It must be 5 MB or less.')).toBeVisible();

  // An answer that nobody can read is said in words, not in those of the program.
  await page.route('**/upload', (route) => route.fulfill({ json: {} }), { times: 1 });
  await put('cv.pdf', 'application/pdf', smallPdf('cv'));
  await expect(field.getByText('Something went wrong. We could not upload the file.')).toBeVisible();

  const two = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    for (const name of ['one.pdf', 'two.pdf']) dropped.items.add(new File(['%PDF-'], name));
    return dropped;
  });
  await input.dispatchEvent('drop', { dataTransfer: two });
  await expect(field.getByText('You dropped 2 files. Drop one file at a time.')).toBeVisible();
  await expect(field.getByRole('button', { name: /^Download/ })).toHaveCount(0);

  // What got lost on its way is sent again by itself, as the same upload.
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/upload')) keys.push(request.headers()['idempotency-key']);
  });
  await page.route('**/upload', (route) => route.abort(), { times: 1 });
  await put('cv.pdf', 'application/pdf', smallPdf('cv'));
  await expect(page.getByText('File uploaded')).toBeVisible();
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  await expect(field.getByRole('button', { name: 'Download cv.pdf' })).toBeVisible();
  await expect(input).toBeFocused();
  await put('cv-newer.pdf', 'application/pdf', smallPdf('newer'));
  await expect(field.getByRole('button', { name: 'Download cv-newer.pdf' })).toBeVisible();
  await expect(field.getByRole('button', { name: 'Download cv.pdf' })).toHaveCount(0);

  await field.getByRole('button', { name: 'Delete cv-newer.pdf' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this file?' })
    .getByRole('button', { name: 'Delete the file' })
    .click();
  await expect(page.getByText('File deleted')).toBeVisible();
  await expect(field.getByRole('button', { name: /^Download/ })).toHaveCount(0);
});

test('a file goes on its way while its reader is at another form, and is not missed meanwhile', {
  tag: '@once',
}, async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R10', 'Documents, declarations and submission');
  const field = main.getByRole('group', { name: /CV of the PI/ });
  const put = (name: string) =>
    field
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/pdf', buffer: smallPdf(name) });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/upload', async (route) => {
    await held;
    await route.continue();
  });
  const onItsWay = field.getByRole('progressbar', { name: 'Uploading cv.pdf' });
  await put('cv.pdf');
  await expect(onItsWay).toBeVisible();

  // Away by the submission, which leads to the first error of many, and back by the steps.
  await shown(page, 'Submit').click();
  const summary = page.getByRole('region', { name: 'Solve all errors before submitting' });
  await expect(page.getByRole('heading', { name: 'The project', level: 2 })).toBeVisible();
  await expect(summary.getByRole('link', { name: /^Documents, declarations/ })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Forms of the application' })
    .getByRole('link', { name: /^Documents, declarations and submission/ })
    .click();
  await expect(onItsWay).toBeVisible();
  await expect(main.getByRole('group', { name: /^Project scope and plan/ })).toContainText(
    'This is mandatory.',
  );
  await expect(field).not.toContainText('This is mandatory.');

  // Out of the application it would be lost: that is asked first.
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const browserDialog = await asked;
  expect(browserDialog.type()).toBe('beforeunload');
  await browserDialog.dismiss();
  await page.getByRole('banner').getByRole('link').first().click();
  const question = page.getByRole('dialog', { name: 'Leave while your file is uploading?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();

  await shown(page, 'Back').click();
  await expect(page.getByRole('heading', { name: 'Reviewers', level: 2 })).toBeVisible();
  letGo();
  await expect(page.getByText('File uploaded')).toBeVisible();
  await shown(page, 'Next').click();
  await expect(field.getByRole('button', { name: 'Download cv.pdf' })).toBeVisible();
  await expect(field).not.toContainText('This is mandatory.');
});

test('the whole proposal is read on one page with what is not saved yet, and printed from any form', async ({
  page,
}) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  await page.route('**/save', (route) => route.abort());
  await titleField(page).fill('Waves, read as a whole');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waves, read as a whole');
  if (isNarrow(page)) await page.getByRole('button', { name: /^Details/ }).click();
  await page.getByRole('link', { name: 'Read the whole proposal' }).filter({ visible: true }).click();

  // Nothing is left behind by going there, so nothing is asked.
  const heading = page.getByRole('heading', { name: 'Waves, read as a whole', level: 1 });
  await expect(heading).toBeFocused();
  const main = page.getByRole('main');
  const answerTo = (question: string) =>
    main.getByRole('term').filter({ hasText: question }).locator('xpath=following-sibling::dd').first();
  await expect(answerTo('Public abstract')).toHaveText('Not answered');
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(10);
  await expect(
    main.getByRole('heading', { name: '10. Documents, declarations and submission' }),
  ).toBeVisible();
  await expect(main.getByText('Write for a reader outside your field')).toHaveCount(0);
  await main.getByRole('link', { name: 'Back to the form' }).click();
  await expect(titleField(page)).toHaveValue('Waves, read as a whole');

  // On paper the open form gives way to all of them; afterwards it is as it was.
  await titleField(page).focus();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Waves, read as a whole']);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  await expect(
    page.getByRole('heading', { name: '10. Documents, declarations and submission' }),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(titleField(page)).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('questions come and go with the answers they hang on, across forms', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R3', 'Contact person and team');
  const teamQuestion = main.getByRole('radiogroup', { name: 'Are there team members?' });
  await expect(page.getByRole('group', { name: 'Team member #1', exact: true })).toHaveCount(0);
  await teamQuestion.getByRole('radio', { name: 'Yes' }).check();
  const member = page.getByRole('group', { name: 'Team member #1', exact: true });
  await member.getByRole('textbox', { name: 'First name' }).fill('Łukasz');
  await saveNow(page);
  // Within one save: a row in a group that is hidden before it is sent.
  await page.getByRole('button', { name: 'Add Team member' }).click();
  await page
    .getByRole('group', { name: 'Team member #2', exact: true })
    .getByRole('textbox', { name: 'First name' })
    .fill('Ada');
  await teamQuestion.getByRole('radio', { name: 'No' }).check();
  await expect(member).toHaveCount(0);
  await saveNow(page);
  await teamQuestion.getByRole('radio', { name: 'Yes' }).check();
  await expect(member.getByRole('textbox', { name: 'First name' })).toHaveValue('Łukasz');
  await saveNow(page);
  await expect
    .poll(async () => (await storedValues(page, draft, 'R3.t_first')).flat().sort())
    .toEqual(['Ada', 'Łukasz']);

  await openForm(page, draft.uid, 'R8', 'Industry and public administration');
  await expect(page.getByText('Your application does not need anything here.')).toBeVisible();
  await openForm(page, draft.uid, 'R1', 'The project');
  await main
    .getByRole('radiogroup', { name: 'Access track' })
    .getByRole('radio', { name: /Industry/ })
    .check();
  await saveNow(page);
  await openForm(page, draft.uid, 'R8', 'Industry and public administration');
  await expect(main.getByRole('textbox', { name: 'Market and expected gain' })).toBeVisible();
});

test('shares must come to 100 percent', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R1', 'The project');
  const share = async (number: number, value: string) => {
    const field = (await row(page, 'Research field', number)).getByRole('textbox', { name: 'Share in %' });
    await field.fill(value);
    await field.blur();
  };
  const sum = main.getByRole('status', { name: 'Sum of shares in %' });
  await share(1, '60');
  await expect(sum).toHaveText('60 %');
  await expect(sum).toHaveAccessibleDescription(
    /^This value is not valid. It adds up to 60.%; it must be 100.%, 40.% is missing.$/,
  );
  await share(2, '40');
  await expect(sum).toHaveText('100 %');
  await expect(sum).toHaveAccessibleDescription('');
});

test('a draft is deleted after a question', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  const main = await openForm(page, draft.uid, 'R1', 'The project');
  // Words that the server never got go with it.
  await page.route('**/save', (route) => route.abort());
  await main.getByRole('textbox', { name: 'Acronym' }).fill('LOST');
  await expect.poll(() => keptTexts(page)).toHaveLength(1);
  if (isNarrow(page)) await page.getByRole('button', { name: /^Details/ }).click();
  await shown(page, 'Delete Application').click();
  const question = page.getByRole('dialog', { name: 'Delete this application?' });
  await question.getByRole('button', { name: 'Delete Application' }).click();
  await expect(page.getByText('Application deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/applications$/);
  expect(await keptTexts(page)).toEqual([]);
  await page.goto(`/applications/${draft.uid}`);
  await expect(page.getByText('The application you’re looking for couldn’t be found')).toBeVisible();
});

test('an address leads to a form and a field; the way back works', { tag: '@once' }, async ({ page }) => {
  const draft = await newDraft(page);
  await page.goto(`/applications/${draft.uid}?form=R4#R4.alt`);
  await expect(page.getByRole('heading', { name: 'Partitions and resources', level: 2 })).toBeVisible();
  const alternative = page.getByRole('radiogroup', { name: /may we offer another/ });
  await expect(alternative.getByRole('radio').first()).toBeFocused();
  await shown(page, 'Next').click();
  await expect(
    page.getByRole('heading', { name: 'Codes, scalability and workflow', level: 2 }),
  ).toBeFocused();
  await expect(page).toHaveURL(/form=R5/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Partitions and resources', level: 2 })).toBeVisible();
  // Who went on without answering now sees what is missing.
  await expect(page.getByText('Partition request #1').first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Partition' })).toHaveAttribute('aria-invalid', 'true');
});

test('an old page loads itself again after a new version, with its words', { tag: '@once' }, async ({
  page,
}) => {
  const draft = await newDraft(page);
  await openForm(page, draft.uid, 'R1', 'The project');
  await page.route('**/save', (route) => route.abort());
  await page.route(/assets\/calendar-[^/]*\.js/, (route) => route.fulfill({ status: 404 }));
  await page.route(/^[^?]*:\d+\/$/, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({
          contentType: 'text/html',
          body: '<script type="module" src="/assets/index-new.js"></script>',
        })
      : route.continue(),
  );
  await titleField(page).fill('Written on the old version');
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Wished starting date: choose from a calendar' }).click();
  await reloaded;
  await page.unroute('**/save');
  await expect(page.getByText('We found 1 unsaved change on this device.')).toBeVisible();
  await expect(titleField(page)).toHaveValue('Written on the old version');

  // A second time would only turn in circles: the form stays, and the date can be typed.
  await page.getByRole('button', { name: 'Wished starting date: choose from a calendar' }).click();
  await expect(page.getByText('We could not load the calendar. Type the date instead.')).toBeVisible();
  await expect(titleField(page)).toHaveValue('Written on the old version');
});

test.describe('what can only be read', () => {
  for (const [what, email, uid, sentence] of [
    [
      'a submitted application',
      'zofia.lekawska@example.org',
      'ESAO-REG-2026R02-001',
      /Submitted on .* as ESAO-REG-2026R02-001/,
    ],
    ['a rejected application', 'jorgen.ravnsborg@example.org', 'ESAO-REG-2026R02-006', /Submitted on/],
  ] as const) {
    test(what, async ({ page }) => {
      await signIn(page, email);
      const main = await openForm(page, uid, 'R3', 'Contact person and team');
      await expect(main.getByText(sentence)).toBeVisible();
      await expect(main.getByRole('textbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: /^(Submit|Save Changes)$/ })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Delete Application' })).toHaveCount(0);
      await expect(page.getByRole('group', { name: 'Team member #1', exact: true })).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('changes requested can be edited, with the reason', async ({ page }) => {
    await signIn(page, 'eleni.papachristodoulou@example.org');
    await openForm(page, 'ESAO-REG-2026R02-003', 'R1', 'The project');
    await expect(page.getByText('Changes were requested:')).toBeVisible();
    await expect(titleField(page)).toBeEditable();
    // It is due by its own day, never by the cut-off, and stands where the applicant acts.
    await expect(
      page.getByText('Changes due', { exact: false }).filter({ visible: true }).first(),
    ).toBeVisible();
    await expect(page.getByText('Cut-off ends in')).toHaveCount(0);
    await page.getByRole('button', { name: /^Step 1 of/ }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'You are here' }).first()).toContainText(
      /Application.*time/,
    );
    await expect(page.getByRole('link', { name: 'Whole-brain network dynamics in epilepsy' })).toBeVisible();
    await expectAccessible(page);
  });
});
