// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeSession, openSession } from '../../session/access-token.ts';
import { portalQueries } from '../../session/caches.ts';
import { SessionExpired } from '../../session/session-expired.tsx';
import { Button } from '../button.tsx';
import { NoticeStack } from '../state/notice-stack.tsx';
import { noticeTexts } from '../state/notice-texts.ts';
import { clearNotices } from '../state/notices.ts';
import { startTexts } from '../text/translate.ts';
import { CommandDialog } from './command-dialog.tsx';
import { useCommand } from './use-command.ts';

await startTexts(['frame', 'parts', 'refusals'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const user = {
  id: 7,
  email: 'staff@example.org',
  firstName: 'Ilse',
  lastName: 'Vandenbroucke',
  role: 'pro',
  acceptMailingList: true,
  language: null,
} as const;

interface Sent {
  address: string;
  body: unknown;
  key: string | null;
}
type Answer = { status: number; body?: unknown } | 'unreachable';

let sent: Sent[];
let answers: Answer[];
/** Lets the answer of the server arrive. */
let arrive: () => Promise<void>;
let root: Root;

beforeEach(() => {
  clearNotices();
  openSession({ token: 'old', user });
  sent = [];
  answers = [];
  const waiting: (() => void)[] = [];
  arrive = () =>
    act(async () => {
      for (let round = 0; round < 5; round += 1) {
        for (const answer of waiting.splice(0)) answer();
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/users/refresh')) return new Response('{}', { status: 401 });
    const key = new Headers(init.headers).get('idempotency-key');
    sent.push({ address, body: JSON.parse(String(init.body)), key });
    await new Promise<void>((resolve) => waiting.push(resolve));
    const answer = answers.shift() ?? { status: 200 };
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status });
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  closeSession();
});

function show(page: ReactNode): void {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() =>
    root.render(
      <QueryClientProvider client={portalQueries()}>
        <NoticeStack />
        <SessionExpired isSilent={() => false} onLogin={() => {}} onBarred={() => {}} />
        <main>
          <h1>Application</h1>
          {page}
        </main>
      </QueryClientProvider>,
    ),
  );
}

/** An assignment that can be revoked with a reason and a remark, and is gone afterwards if `vanishes`. */
function Assignment(props: { vanishes?: boolean; after?: () => void }) {
  const [opened, setOpened] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <>
      {isGone ? null : <Button onClick={() => setOpened(true)}>Revoke</Button>}
      {opened ? (
        <CommandDialog
          title="Revoke the assignment"
          verb="Revoke now"
          danger
          fields={{
            reason: {
              type: 'area',
              label: 'Reason',
              required: 'Please give a reason.',
              codes: ['reason_needed'],
              kept: { key: 'revoke:A1', uid: 'C-1' },
            },
            remark: { type: 'text', label: 'Remark' },
          }}
          send={(call, { reason }, once) =>
            call('POST /v2/applications/:id/notes', { params: { id: 'C-1' }, body: { text: reason }, once })
          }
          done={noticeTexts.assignmentUpdated}
          after={() => {
            props.after?.();
            setGone(props.vanishes === true);
          }}
          onClose={() => setOpened(false)}
        >
          The reviewer gets an email.
        </CommandDialog>
      ) : null}
    </>
  );
}

let loaded = () => {};
function Plain(props: { reloads?: boolean }) {
  const command = useCommand({
    send: (call) => call('PUT /v2/assignments/:id/take', { params: { id: 'A1' }, body: {} }),
    after: () =>
      new Promise<void>((resolve) => {
        loaded = resolve;
      }),
    reloads: props.reloads,
  });
  return (
    <Button loading={command.isPending} onClick={() => command.send()}>
      Take on
    </Button>
  );
}

const named = (role: 'button' | 'field', name: string): HTMLElement => {
  const found =
    role === 'button'
      ? [...document.querySelectorAll('button')].find(
          (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
        )
      : document.getElementById(
          [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(name))
            ?.htmlFor ?? '',
        );
  if (!found) throw new Error(`There is no ${role} ${name}.`);
  return found;
};
const dialog = () => document.querySelector('dialog');
const press = (name: string) => {
  const button = named('button', name);
  act(() => {
    button.focus();
    button.click();
  });
};
const words = (name: string) => (named('field', name) as HTMLTextAreaElement).value;
function type(name: string, text: string): void {
  const field = named('field', name);
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
  act(() => {
    field.focus();
    set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const enter = (name: string, more: KeyboardEventInit = {}) =>
  act(() => {
    const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more });
    named('field', name).dispatchEvent(key);
  });
const heard = (role: 'status' | 'alert') =>
  [...document.querySelectorAll(`[role="${role}"]`)].map(({ textContent }) => textContent).join(' ');

function open(reason?: string): void {
  press('Revoke');
  if (reason !== undefined) type('Reason', reason);
}

/** A command that the browser itself refuses. */
function Refused() {
  const command = useCommand({
    send: () => Promise.reject(new DOMException('The user cancelled.', 'NotAllowedError')),
    showsError: (error) => `No passkey was used: ${error instanceof DOMException ? error.name : ''}.`,
  });
  return (
    <>
      <Button onClick={() => command.send()}>Use passkey</Button>
      <p>{command.sentence}</p>
    </>
  );
}

test('a double click sends once, and another press while the answer is on its way does not send again', async () => {
  show(<Assignment />);
  open(' Away until May. ');
  const verb = named('button', 'Revoke now');
  act(() => {
    verb.click();
    verb.click();
  });
  act(() => verb.click());
  await arrive();
  expect(sent.map(({ body }) => body)).toEqual([{ text: 'Away until May.' }]);
});

test('a plain button sends once too, and is pending until what follows has ended', async () => {
  show(<Plain />);
  const button = named('button', 'Take on');
  act(() => {
    button.click();
    button.click();
  });
  await arrive();
  expect(sent).toHaveLength(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  loaded();
  await arrive();
  expect(button.getAttribute('aria-busy')).toBeNull();
});

test('a command whose page is loaded again stays pending until then', async () => {
  show(<Plain reloads />);
  press('Take on');
  await arrive();
  loaded();
  await arrive();
  press('Take on');
  expect(named('button', 'Take on').getAttribute('aria-busy')).toBe('true');
  expect(sent).toHaveLength(1);
});

test('an error that the browser may give is worded by its caller, and is no notice', async () => {
  show(<Refused />);
  press('Use passkey');
  await arrive();
  expect(document.body.textContent).toContain('No passkey was used: NotAllowedError.');
  expect(document.body.textContent).not.toContain('Something went wrong');
});

test('while it is pending the button keeps its words and the fields cannot be changed', async () => {
  show(<Assignment />);
  open('Away.');
  press('Revoke now');
  expect(named('button', 'Revoke now').getAttribute('aria-busy')).toBe('true');
  expect(
    [...document.querySelectorAll('textarea, dialog input')].map((field) => field.hasAttribute('readonly')),
  ).toEqual([true, true]);
  type('Reason', 'Something else');
  expect(words('Reason')).toBe('Away.');
  await arrive();
  expect(sent[0]?.body).toEqual({ text: 'Away.' });
});

test('what is needed and empty is said at its field, which gets the focus; nothing is sent', async () => {
  show(<Assignment />);
  open('   ');
  press('Revoke now');
  expect(document.activeElement).toBe(named('field', 'Reason'));
  expect(named('field', 'Reason').getAttribute('aria-invalid')).toBe('true');
  expect(dialog()?.textContent).toContain('Please give a reason.');
  await arrive();
  expect(sent).toEqual([]);
  type('Reason', 'Away.');
  expect(dialog()?.textContent).not.toContain('Please give a reason.');
});

test('a refusal is shown in the dialog as the API words it, gets the focus, and no word is lost', async () => {
  show(<Assignment />);
  open('Away.');
  answers = [{ status: 409, body: { code: 'step_locked', message: 'The step is locked.' } }];
  press('Revoke now');
  await arrive();
  expect(dialog()?.textContent).toContain('The step is locked.');
  expect(document.activeElement?.textContent).toBe('The step is locked.');
  expect(words('Reason')).toBe('Away.');
  // The dialog says it: no notice says it again.
  expect(heard('alert').trim()).toBe('The step is locked.');
});

test.each([
  ['by its code', { code: 'reason_needed', message: 'The reason says nothing.' }],
  [
    'by its place in the request',
    {
      code: 'invalid_input',
      message: 'No.',
      issues: [{ at: 'edits.reason.to', sentence: 'The reason says nothing.' }],
    },
  ],
  ['by name', { code: 'invalid_input', message: 'No.', fields: { reason: 'The reason says nothing.' } }],
])('a refusal that is about a field, %s, is shown there until the field changes', async (_how, body) => {
  show(<Assignment />);
  open('.');
  answers = [{ status: 422, body }];
  press('Revoke now');
  await arrive();
  const reason = named('field', 'Reason');
  const described = document.getElementById(reason.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('The reason says nothing.');
  expect(document.activeElement).toBe(reason);
  expect(heard('alert').trim()).toBe('');
  type('Reason', 'Away.');
  expect(dialog()?.textContent).not.toContain('The reason says nothing.');
});

test('a failure of our own code is said in our words', async () => {
  show(<Assignment after={() => JSON.parse('{')} />);
  open('Away.');
  press('Revoke now');
  await arrive();
  expect(dialog()?.textContent).toContain('Something went wrong');
});

test('another try of the same sends the same key; other words get another one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const all = async () => {
    await vi.advanceTimersByTimeAsync(0);
    for (let round = 0; round < 4; round += 1) {
      const answered = arrive();
      await vi.advanceTimersByTimeAsync(5_000);
      await answered;
    }
  };
  show(<Assignment />);
  open('Away.');
  answers = ['unreachable', 'unreachable', 'unreachable'];
  press('Revoke now');
  await all();
  expect(words('Reason')).toBe('Away.');
  answers = ['unreachable', 'unreachable', 'unreachable'];
  press('Revoke now');
  await all();
  type('Reason', 'Ill.');
  press('Revoke now');
  await all();
  vi.useRealTimers();
  const keys = sent.map(({ key }) => key);
  expect(keys).toHaveLength(7);
  expect(new Set(keys.slice(0, 6)).size).toBe(1);
  expect(keys[6]).not.toBe(keys[0]);
});

test('a success closes the dialog, gives the focus back to what opened it and is announced', async () => {
  show(<Assignment />);
  open('Away.');
  press('Revoke now');
  await arrive();
  expect(dialog()).toBeNull();
  expect(document.activeElement).toBe(named('button', 'Revoke'));
  expect(heard('status')).toContain('Assignment updated');
  // What was sent is not kept.
  open();
  expect(words('Reason')).toBe('');
});

test('where what opened it is gone, the heading of the page gets the focus', async () => {
  show(<Assignment vanishes />);
  open('Away.');
  press('Revoke now');
  await arrive();
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

test('where what opened it goes when the page is loaded again, the heading gets the focus then', async () => {
  show(<Assignment />);
  open('Away.');
  press('Revoke now');
  await arrive();
  const opener = named('button', 'Revoke');
  expect(document.activeElement).toBe(opener);
  await act(async () => {
    opener.blur();
    opener.remove();
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(document.activeElement).toBe(document.querySelector('h1'));
});

test.each([
  ['the button', () => press('Cancel')],
  ['the cross', () => press('Close')],
  ['Escape', () => act(() => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))],
])('closed by %s it sends nothing, and the words are there when it opens again', async (_way, close) => {
  show(<Assignment />);
  open('Away.');
  close();
  expect(dialog()).toBeNull();
  open();
  expect(words('Reason')).toBe('Away.');
  expect(sent).toEqual([]);
  type('Reason', '');
});

test('a failure that arrives after the dialog was closed is a notice', async () => {
  show(<Assignment />);
  open('Away.');
  answers = [{ status: 409, body: { code: 'step_locked', message: 'The step is locked.' } }];
  press('Revoke now');
  press('Cancel');
  await arrive();
  expect(heard('alert')).toContain('The step is locked.');
});

test('where the session has ended the login is offered, and the words stay', async () => {
  show(<Assignment />);
  open('Away.');
  answers = [{ status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } }];
  press('Revoke now');
  await arrive();
  expect([...document.querySelectorAll('dialog h2')].map(({ textContent }) => textContent)).toEqual([
    'Revoke the assignment',
    'Your session has expired',
  ]);
  expect(words('Reason')).toBe('Away.');
  expect(document.body.textContent).not.toContain('Unauthorized');
});

test('Enter sends from a line, not from an area, and not while a word is composed', async () => {
  show(<Assignment />);
  open('Away.');
  enter('Reason');
  enter('Remark', { isComposing: true });
  await arrive();
  expect(sent).toEqual([]);
  enter('Remark');
  await arrive();
  expect(sent).toHaveLength(1);
});
