import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Area, loadArea } from '@clearcall/i18n/catalogue.ts';
import { areas } from '@clearcall/i18n/compiled/areas.ts';
import { languageNames, pseudoLanguage } from '@clearcall/i18n/language.ts';
import { pseudo, withoutSigns, wordsWithoutSigns } from '@clearcall/i18n/pseudo.ts';
import { type APIRequestContext, type Browser, test as base, expect, type Page } from '@playwright/test';
import { demoPassword, firstPassword, newAccount, newAddress, signIn } from './accounts.ts';
import { textsInWrongLanguage } from './author-languages.ts';
import { linkIn, mailTo } from './mails.ts';
import { Api, addressOf, name, type Row, rows } from './pages.ts';
import { smallPdf } from './pdf.ts';
import { withoutEvents } from './without-events.ts';

/**
 * Every page of every role in the pseudo-language, in which each letter of the catalogue has a sign, and whatever opens
 * there: each button, tab, menu and dialog is pressed, with every field empty, while nothing is written; then each page
 * once more while the API fails. What stands there in plain letters has to be somebody's own words as they came from the
 * API, whole; words that the catalogue has as well are none of those. Then what goes well, and what is said of it. Mails are in render.test.ts, refusals in
 * routes.test.ts, documents in languages.test.ts.
 */

const user = 'user-portal';
/** What else there is for a role: its lists, and an application that it may open. */
const roles: readonly (readonly [as: string, role: string])[] = [
  ['user@example.org', 'user'],
  ['technical-reviewer@example.org', 'technical_reviewer'],
  ['compute-centre-representative@example.org', 'compute_centre_representative'],
  ['scientific-reviewer@example.org', 'scientific_reviewer'],
  ['rapporteur@example.org', 'rapporteur'],
  ['panel-chair@example.org', 'panel_chair'],
  ['ac-chair@example.org', 'ac_chair'],
  ['ac-member@example.org', 'ac_member'],
  ['pro@example.org', 'pro'],
  ['call-coordinator@example.org', 'call_coordinator'],
  ['project-manager@example.org', 'project_manager'],
  ['finance-manager@example.org', 'finance_manager'],
];
const visible = (address: string, as: string): Row => ({
  portal: user,
  route: null,
  open: address,
  as,
  heading: /./,
});
const ofRoles = roles.flatMap(([as, role]) => [
  visible('/applications', as),
  visible(`/dashboard?role=${role}`, as),
  visible('/legacy', as),
  visible('/profile', as),
]);
const everything: readonly Row[] = [
  ...rows,
  ...ofRoles,
  { portal: 'admin-portal', route: '/', as: 'super-admin@example.org', heading: /./ },
  { portal: 'admin-portal', route: '/', as: 'eurohpc-admin@example.org', heading: /./ },
];

/** Texts of the catalogue without anything put in: plain, they are not from it. */
const catalogueTexts = new Set<string>();
for (const area of Object.keys(areas) as Area[]) {
  for (const tokens of Object.values(await loadArea('en', area))) {
    const [text] = tokens;
    if (tokens.length === 1 && typeof text === 'string') catalogueTexts.add(text);
  }
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The strings of an answer, at any depth, and those of texts with markup line by line without it. */
function stringsIn(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') {
    found.add(tidy(value));
    if (/[<\n]/.test(value)) for (const line of value.split(/<[^>]+>|\n/)) found.add(tidy(line));
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) stringsIn(part, found);
  }
}

/** What a reader sees or hears on the page: its texts, and the names of its parts. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [document.title];
    for (const part of document.querySelectorAll('[aria-label], [title], [placeholder], img[alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        texts.push(part.getAttribute(name) ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent?.closest('script, style, noscript') !== null) continue;
      // An address that may break before its @ is one text.
      const isCut = [...parent.children].some(({ tagName }) => tagName === 'WBR');
      texts.push((isCut ? parent.textContent : textContent) ?? '');
    }
    return [...new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()))].filter((text) => text !== '');
  });

const codesOf = (type: 'region'): string[] => {
  const names = new Intl.DisplayNames('en-GB', { type });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return letters.flatMap((one) => letters.map((other) => names.of(one + other) ?? ''));
};
const month =
  'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December';
/** What Intl and the browser write, which know no signs, and what belongs to no language. */
const ofNoLanguage = new RegExp(
  [
    `\\b(?:${month}|Mo|Tu|We|Th|Fr|Sa|Su|Mon|Tue|Wed|Thu|Fri|Sat|Sun|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\\b`,
    '\\b(?:CES?T|UTC|GMT|Central European (?:Standard|Summer) Time|Europe/[A-Z]\\w+|Brussels|Luxembourg)\\b',
    '\\bin \\d+ (?:day|hour|minute)s?\\b|\\b\\d+ (?:day|hour|minute)s? ago\\b|\\b(?:[Tt]oday|tomorrow|yesterday|selected)\\b|, and | and |^and$',
    '\\bNavigation bar\\b|\\b(?:Chrome|Linux|kB|MB|GB|min|CSV|PDF|PNG|JPEG|XLSX|DOCX)\\b|\\bDRAFT-\\d+|https?:\\S+|\\S+@\\S+|\\b[0-9a-f]{8}\\b',
  ].join('|'),
  'g',
);

/** The code of a call, which begins the IDs of its applications. Its parts are words of others too. */
const callCode = /\b[A-Z]+-[A-Z]+-\d{4}[A-Z]+\d+\b/g;

/** Initials; what the browser calls some countries; a title, a key, names of companies and of headers. */
const names =
  /^[A-Z]{2}$|^(?:Palestine|Hong Kong|Macao|Falkland Islands \(Islas Malvinas\)|Mrs\.|Enter|LinkedIn|ResearchGate|Google Scholar|Scopus|Message-ID|Auto-Submitted)$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** As long as this nobody says by chance what another one has written. */
const paragraph = 60;

/** What the authors of the demonstration have written; some of it says the same as a text of the portal. */
const ofAuthors = new Set<string>(codesOf('region'));
/** The marks of calls: what their titles begin with. */
const marksOf = (texts: ReadonlySet<string>) => [...texts].map((text) => text.slice(0, 2));
const demonstration = join(import.meta.dirname, '../apps/api/demo');
for (const file of readdirSync(demonstration, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.json'))
    stringsIn(JSON.parse(readFileSync(join(demonstration, file), 'utf8')), ofAuthors);
const marks = new Set<string>();
for (const file of readdirSync(join(demonstration, 'calls')))
  stringsIn(JSON.parse(readFileSync(join(demonstration, 'calls', file), 'utf8')).title, marks);
for (const mark of marksOf(marks)) ofAuthors.add(mark);

/** The texts that hold words which are neither from the catalogue nor somebody's own. */
function outsideOf(texts: readonly string[], data: ReadonlySet<string>): string[] {
  const sent = [...data].filter((known) => !catalogueTexts.has(known));
  const own = [...ofAuthors, ...sent, ...Object.values(languageNames)]
    .filter((known) => wordsWithoutSigns(known).length > 0)
    .sort((one, other) => other.length - one.length);
  const known = new Set(own);
  // A part that is cut or taken out: of a title, a description of hardware, a mail.
  const isPart = (text: string) =>
    ((text.length > paragraph || /^\d/.test(text)) && own.some((one) => one.includes(text))) ||
    (text.endsWith('…') && own.some((one) => one.startsWith(text.slice(0, -1)))) ||
    // A criterion without its explanation.
    own.some((one) => one.startsWith(`${text}: `)) ||
    (text.length === 2 && ofAuthors.has(text));
  return texts.filter((text) => {
    if (known.has(text) || wordsWithoutSigns(text).length === 0) return false;
    if (isPart(text) || names.test(text)) return false;
    const left = own
      .filter((one) => text.includes(one))
      .reduce(
        (rest, one) => rest.replace(new RegExp(`(?<![A-Za-z])${escaped(one)}(?![A-Za-z])`, 'g'), ' '),
        text.replace(callCode, ' '),
      );
    return wordsWithoutSigns(left.replace(ofNoLanguage, ' ')).length > 0;
  });
}

const portalOf = { 'user-portal': 'user_portal', 'admin-portal': 'admin_portal' } as const;

/** Reads of the API that are sent as a POST because of their filters. */
const reads = /\/(?:search|dashboard|count|suggest\w*|refresh)$/;

async function open(
  browser: Browser,
  { portal, as }: Pick<Row, 'portal' | 'as'>,
  { password = demoPassword, writes = false } = {},
) {
  const page = await browser.newPage();
  // The names of buttons that the login presses are those of English, so the language changes after it.
  const token = as === undefined ? '' : await signIn(page, as, password, portalOf[portal]);
  await page.addInitScript((key) => localStorage.setItem('clearcall.language', key), pseudoLanguage);
  // In the addresses of mailed links.
  const data = new Set<string>(['nobody@example.org']);
  const pending = new Set<Promise<void>>();
  page.on('response', (response) => {
    if (!/\/api\/|theme\.json/.test(response.url())) return;
    const read = response.json().then(
      (body) => stringsIn(body, data),
      () => undefined,
    );
    pending.add(read);
  });
  // What a press would write fails instead, and what the page says of that is read as well.
  let isAway = false;
  if (!writes)
    await page.route('**/api/**', (route) => {
      const { method, path } = {
        method: route.request().method(),
        path: new URL(route.request().url()).pathname,
      };
      const isRead = method === 'GET' || reads.test(path);
      return isRead && !(isAway && !/refresh$/.test(path))
        ? route.fallback()
        : route.fulfill({ status: 503, body: '' });
    });
  return {
    page,
    api: new Api(page.request, token),
    data,
    settled: () => Promise.all(pending),
    setAway: (away: boolean) => {
      isAway = away;
    },
  };
}

/** What can be pressed, but for what ends the session or has been pressed on another page. */
const pressable =
  'button:visible, [role=tab]:visible, [role=menuitem]:visible, summary:visible, [aria-haspopup]:visible';
const leavesAlone = /^(?:Log out|Logout|English|Deutsch|Français)$/;

/** Presses one after the other what stands on the page, and whatever that opens; hands on the texts after each. */
async function pressAll(
  page: Page,
  address: string,
  pressed: Set<string>,
  read: (after: string) => Promise<void>,
): Promise<number> {
  const namesOf = () =>
    page.locator(pressable).evaluateAll((parts) =>
      parts.map((part) => {
        const name = part.getAttribute('aria-label') ?? part.textContent ?? '';
        return `${part.closest('dialog, [role=dialog]') === null ? '' : 'dialog '}${name.replace(/[\d\s]+/g, ' ').trim()}`;
      }),
    );
  let count = 0;
  for (let turn = 0; turn < 60; turn += 1) {
    const names = await namesOf();
    const at = names.findIndex((name) => !pressed.has(name));
    const next = names[at];
    if (next === undefined) break;
    pressed.add(next);
    if (leavesAlone.test(withoutSigns(next))) continue;
    count += 1;
    const press = page.locator(pressable).nth(at).click({ timeout: 2_000, noWaitAfter: true });
    const was = page.url();
    if (
      await press.then(
        () => false,
        () => true,
      )
    )
      continue;
    await page.waitForTimeout(150);
    await read(withoutSigns(next));
    const now = await namesOf().catch(() => []);
    // What it opened is gone through before anything else; what is done is closed.
    if (now.some((name) => !pressed.has(name)) && page.url() === was) continue;
    await page.keyboard.press('Escape');
    if (page.url() !== was || (await page.locator('dialog[open], [role=dialog]').count()) > 0) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
  }
  return count;
}

const visitors = [...new Set(everything.map(({ portal, as }) => JSON.stringify({ portal, as })))].map(
  (key) => JSON.parse(key) as Pick<Row, 'portal' | 'as'>,
);

for (const visitor of visitors) {
  base(
    `nothing stands beside the catalogue: ${visitor.portal}, ${visitor.as ?? 'a visitor'}`,
    { tag: ['@full', '@wide'] },
    async ({ browser }) => {
      base.setTimeout(900_000);
      const { page, api, data, settled, setAway } = await open(browser, visitor);
      const found = new Map<string, string>();
      const read = async (where: string) => {
        await settled();
        // Each text of an author is in another language than this page, so all of them name theirs.
        const faults = [...outsideOf(await textsOf(page), data), ...(await textsInWrongLanguage(page))];
        for (const fault of faults) if (!found.has(fault)) found.set(fault, where);
      };
      // All that is asked of the API before the pages: a connection that rests meanwhile may be closed.
      const addresses: [Row, string][] = [];
      for (const row of everything) {
        if (row.portal === visitor.portal && row.as === visitor.as)
          addresses.push([row, await addressOf(row, api)]);
      }
      const pressed = new Set<string>();
      await withoutEvents(page);
      let presses = 0;
      for (const [row, address] of addresses) {
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await page.locator('html').getAttribute('lang')).toBe(pseudoLanguage);
        await read(name(row));
        presses += await pressAll(page, address, pressed, (after) => read(`${name(row)}, after “${after}”`));
        await page.goto(address);
        await page.waitForLoadState('networkidle');
        await page.context().setOffline(true);
        await page.evaluate(() => window.dispatchEvent(new Event('offline')));
        await page.waitForTimeout(100);
        await read(`${name(row)}, without a connection`);
        await page.context().setOffline(false);
        setAway(true);
        await page.goto(address);
        await page.waitForTimeout(700);
        await read(`${name(row)}, while the API fails`);
        setAway(false);
      }
      await page.context().close();
      console.log(
        `${visitor.portal}, ${visitor.as ?? 'a visitor'}: ${addresses.length} pages, ${presses} pressed, ${found.size} finds`,
      );
      expect([...found].map(([text, where]) => `${where}: ${text}`)).toEqual([]);
    },
  );
}

/** A text of the catalogue as the pages of these tests show it. */
const signed = (english: string): string => String(pseudo({ text: [english] }).text);

interface Doing {
  page: Page;
  request: APIRequestContext;
  email: string;
}
const button = (page: Page, name: string) =>
  page
    .getByRole('button', { name: signed(name) })
    .filter({ visible: true })
    .first();
const fill = (page: Page, name: string, text: string) =>
  page
    .getByRole('textbox', { name: signed(name) })
    .filter({ visible: true })
    .first()
    .fill(text);
const says = (page: Page, text: string) => expect(page.getByText(signed(text)).first()).toBeVisible();

/** What goes well, one after the other, and a part of what the page then says: all of the page is read when it says it. */
const goingWell: readonly (readonly [what: string, does: (doing: Doing) => Promise<void>])[] = [
  [
    'a new password',
    async ({ page }) => {
      await page.goto('/profile/pwd');
      await fill(page, 'Current password', firstPassword);
      await fill(page, 'New password', demoPassword);
      await fill(page, 'Verify new password', demoPassword);
      await page.keyboard.press('Tab');
      await button(page, 'Save Password').click();
      await says(page, 'Password updated successfully');
    },
  ],
  [
    'the end of other sessions',
    async ({ page, request, email }) => {
      const data = { email, password: demoPassword, app: 'user_portal' };
      expect((await request.post('/api/users/login', { data })).status()).toBe(200);
      await page.goto('/profile/pwd');
      await button(page, 'Log out everywhere else').click();
      await says(page, 'You are not logged in anywhere else.');
    },
  ],
  [
    'an answer that is kept, and a file',
    async ({ page, email }) => {
      const data = { email, password: demoPassword, app: 'user_portal' };
      const { token } = await (await page.request.post('/api/users/login', { data })).json();
      const headers = { authorization: `Bearer ${token}` };
      const { data: calls } = await (await page.request.get('/api/v2/calls/published')).json();
      const callId = calls.find(({ title }: { title: string }) => title === 'Regular Access').id;
      const made = await page.request.post('/api/v2/applications', { headers, data: { callId } });
      const { uid } = (await made.json()) as { uid: string };
      await page.goto(`/applications/${uid}?form=R10`);
      const field = page.getByRole('main').getByRole('group', { name: /CV of the PI/ });
      await field
        .locator('input[type=file]')
        .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: smallPdf('cv') });
      await says(page, 'File uploaded');
      await field.getByRole('button', { name: new RegExp(`^${signed('Delete')}`) }).click();
      await button(page, 'Delete the file').click();
      await says(page, 'File deleted');
    },
  ],
  [
    'an application that is deleted',
    async ({ page }) => {
      await button(page, 'Delete Application').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: signed('Delete Application') })
        .click();
      await expect(page).toHaveURL(/\/applications$/);
    },
  ],
  [
    'a new address',
    async ({ page, request }) => {
      const wanted = newAddress('moved');
      await page.goto('/profile?tab=personal');
      await button(page, 'Change E-mail').click();
      await fill(page, 'New email', wanted);
      await fill(page, 'Current password', demoPassword);
      await page.keyboard.press('Enter');
      await says(page, 'Confirmation email sent');
      await page.goto(linkIn(await mailTo(request, wanted, /./), '/auth/confirm/email/'));
      await button(page, 'Confirm my new address').click();
      await says(page, 'We have updated your email, you can login!');
    },
  ],
];

base(
  'what goes well is said in the words of the catalogue',
  { tag: ['@full', '@wide'] },
  async ({ browser, request }) => {
    base.setTimeout(300_000);
    const email = await newAccount(request, 'going-well');
    const { page, data, settled } = await open(
      browser,
      { portal: user, as: email },
      { password: firstPassword, writes: true },
    );
    const found = new Set<string>();
    for (const [what, does] of goingWell) {
      await does({ page, request, email });
      await settled();
      await page.waitForTimeout(150);
      for (const text of outsideOf(await textsOf(page), new Set([...data, email, 'cv.pdf'])))
        found.add(`${what}: ${text}`);
    }
    await page.context().close();
    console.log(`${goingWell.length} things that went well, ${found.size} finds`);
    expect([...found]).toEqual([]);
  },
);
