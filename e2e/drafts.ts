import { expect, type Locator, type Page } from '@playwright/test';
import { firstPassword, newAccount, signIn } from './accounts.ts';

/** A new account, signed in, with a draft for Regular Access of its own. */
export async function newDraft(page: Page): Promise<{ uid: string; token: string; email: string }> {
  const email = await newAccount(page.request, 'editor');
  const token = await signIn(page, email, firstPassword);
  const headers = { authorization: `Bearer ${token}` };
  const published = await page.request.get('/api/v2/calls/published');
  const { data: calls } = (await published.json()) as { data: { id: number; title: string }[] };
  const callId = calls.find((call) => call.title === 'Regular Access')?.id;
  const made = await page.request.post('/api/v2/applications', { headers, data: { callId } });
  expect(made.ok()).toBe(true);
  const draft = { uid: ((await made.json()) as { uid: string }).uid, token, email };
  // With these answers the editor takes nothing from the profile: what is unsaved then was written by the test.
  const first = { 'R1.acronym': 'FIRST', 'R2.first': 'Ada', 'R2.last': 'Field', 'R2.email': email };
  const [assignment] = await assignmentsOf(page, draft);
  const saved = await page.request.put(`/api/v2/assignments/${assignment?.id}/save`, {
    headers,
    data: {
      data: Object.entries(first).map(([flowElementId, value]) => ({
        flowElementId,
        dataGroupId: null,
        input: { values: [value] },
        revision: 0,
      })),
      newGroups: [],
    },
  });
  expect(saved.status()).toBe(200);
  return draft;
}

interface KnownAssignment {
  id: string;
  /** By element: revision and values. */
  answers: Record<string, [number, string[]][]>;
}

async function assignmentsOf(page: Page, draft: { uid: string; token: string }): Promise<KnownAssignment[]> {
  const reply = await page.request.get(`/api/v2/applications/${draft.uid}`, {
    headers: { authorization: `Bearer ${draft.token}` },
  });
  return ((await reply.json()) as { assignments: KnownAssignment[] }).assignments;
}

/** What the server has of an element, rows in any order. */
export async function storedValues(
  page: Page,
  draft: { uid: string; token: string },
  elementId: string,
): Promise<string[][]> {
  const assignments = await assignmentsOf(page, draft);
  return (assignments[0]?.answers[elementId] ?? []).map(([, values]) => values);
}

/** One form of an application, and waits until it can be used. */
export async function openForm(page: Page, uid: string, form: string, title: string): Promise<Locator> {
  await page.goto(`/applications/${uid}?form=${form}`);
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  return page.getByRole('main');
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved \d\d:\d\d$/).filter({ visible: true })).toBeVisible();
}

/** Whose words are kept on the device. */
export const keptTexts = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('clearcall-editor', 1);
      opening.onsuccess = () => resolve(opening.result);
    });
    const stored = await new Promise<{ userId: number }[]>((resolve) => {
      const reading = database.transaction('changes').objectStore('changes').getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    const written = Object.entries(localStorage).filter(([key]) => key.includes('.last-words.'));
    return [...stored, ...written.map(([, text]) => JSON.parse(text))].map(({ userId }) => userId);
  });
