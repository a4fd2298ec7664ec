// @vitest-environment happy-dom
import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { closeSession, openSession } from '@clearcall/ui/session/access-token.ts';
import { portalQueries } from '@clearcall/ui/session/caches.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerTimeDialog } from '../../parts/more-time/answer-dialog.tsx';
import { TakeAgreement } from '../../parts/take/take-agreement.tsx';
import { askedToTake } from '../../parts/take/taken.ts';
import { LeadDialog } from './lead-dialog.tsx';
import { type AskedCommand, StaffCommandDialog } from './staff/staff-command-dialog.tsx';
import type { StepGroup } from './staff/step-groups.ts';
import { useLock } from './staff/use-lock.ts';
import { AcceptDialog, HandBackDialog } from './work/appointment-dialogs.tsx';

/** Commands that email people ask first and say who gets what; only the second press sends. */

await startTexts(['frame', 'parts', 'refusals', 'forms', 'staff', 'work', 'editor'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

let sent: [method: string, address: string, body: unknown][];
let root: Root;
/** The emails that a preview shows. */
let letters: { recipient: string; subject: string; text: string; html: string; uid: string }[];

beforeEach(() => {
  openSession({
    token: 'token',
    user: {
      id: 7,
      email: 'staff@example.org',
      firstName: 'Ilse',
      lastName: 'Vandenbroucke',
      role: 'pro',
      acceptMailingList: true,
      language: null,
    },
  });
  sent = [];
  letters = [];
  vi.stubGlobal('fetch', async (address: string, { method = '', body }: RequestInit) => {
    sent.push([method, address.replace(/^.*\/api/, ''), JSON.parse(String(body))]);
    return new Response(
      JSON.stringify(address.endsWith('/preview') ? { letters, starts: [], readers: [] } : {}),
    );
  });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  closeSession();
});

function show(dialog: ReactNode): string {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() => root.render(<QueryClientProvider client={portalQueries()}>{dialog}</QueryClientProvider>));
  expect(sent).toEqual([]);
  return document.querySelector('dialog')?.textContent ?? '';
}

async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (button === undefined) throw new Error(`There is no button ${name}.`);
  await act(async () => {
    button.click();
    await new Promise((resolve) => setTimeout(resolve));
  });
}

const nothing = () => {};
const assignment = {
  id: 'A1',
  stepId: 'SCI',
  role: 'scientific_reviewer',
  status: 'assigned',
  partitionId: null,
  owner: { id: 9, firstName: 'Lenka', lastName: 'Hořejšová' },
} as unknown as Assignment;
const application = {
  id: 3,
  uid: 'ESAO-REG-1',
  call: { id: 5, timeZone: 'Europe/Luxembourg' },
} as Application;

test('staff who give work back learn who gets the email about it', async () => {
  const says = show(
    <StaffCommandDialog
      application={application}
      asked={{ command: 'hand_back', assignment }}
      onClose={nothing}
      onDone={nothing}
    />,
  );
  expect(says).toContain(
    'Lenka Hořejšová no longer has this assignment. People who can take it on get the email about it.',
  );
  await press('Give back');
  expect(sent).toEqual([['PUT', '/v2/assignments/A1/hand-back', {}]]);
});

test('whoever hands their own work back learns who gets the email about it', async () => {
  const says = show(
    <HandBackDialog
      place={{ uid: 'ESAO-REG-1', assignmentId: 'A1', reload: nothing, onLeft: nothing }}
      onClose={nothing}
    />,
  );
  expect(says).toContain('People who can take it get an email.');
  await press('Hand back');
  expect(sent).toEqual([['PUT', '/v2/assignments/A1/hand-back', {}]]);
});

test('an assignment whose acceptance sends emails is accepted only after a question', async () => {
  const says = show(
    <AcceptDialog
      place={{ uid: 'ESAO-REG-1', assignmentId: 'A1', reload: nothing, onLeft: nothing }}
      onClose={nothing}
    />,
  );
  expect(says).toContain('The portal will send emails about it.');
  await press('Accept');
  expect(sent).toEqual([['PUT', '/v2/assignments/A1/accept', { accepted: true }]]);
});

test('an assignment that sends emails once it is taken is taken only after a question', async () => {
  const toTake = [{ id: 'A1', stepId: 'SCI', step: 'Scientific review', partitionId: null }];
  const asked = (emails: object) =>
    askedToTake(
      { ...application, steps: [], assignments: [], toTake: toTake.map((one) => ({ ...one, ...emails })) },
      'A1',
    );
  expect(asked({})).toBeNull();
  expect(asked({ emailsOnAccept: true })).toBe('emails');
  const says = show(
    <TakeAgreement
      id="A1"
      project="Ice on blades"
      agreement="emails"
      onDone={nothing}
      onRefused={nothing}
      onConflict={nothing}
      onClose={nothing}
    />,
  );
  expect(says).toContain('The portal will send emails about it.');
  await press('Take');
  expect(sent).toEqual([['PUT', '/v2/assignments/A1/take', {}]]);
});

test('staff, to whom no work is offered apart, read the agreement of its step before they take it', () => {
  const config = { showCoi: true, coiText: 'I have no tie to the applicants.' };
  const steps = [{ id: 'ALL', config, forms: [] }] as unknown as Application['steps'];
  const assignments = [{ id: 'A1', stepId: 'ALL' }] as unknown as Assignment[];
  const asked = askedToTake({ ...application, steps, assignments, partitions: [], options: {} }, 'A1');
  expect(asked).toMatchObject({ coiText: config.coiText });
});

test('a person who agrees before taking work sees the abstract and all names', async () => {
  const written = (id: string, title: string) => ({
    id,
    type: 'text',
    title,
    config: { preview: true },
    effects: [],
  });
  const steps = [
    {
      id: 'APP',
      forms: [{ id: 'F', title: 'People', order: 0, elements: [written('APP.pi', 'Investigator')] }],
    },
  ] as unknown as Application['steps'];
  const data = [{ flowElementId: 'APP.pi', dataGroupId: null, input: { values: ['Ana Horvat'] } }];
  const agreement = askedToTake(
    {
      ...application,
      steps,
      process: [{ id: 'APP' }] as Application['process'],
      partitions: [],
      options: {},
      assignments: [{ id: 'app', stepId: 'APP', data, groups: [] }] as unknown as Assignment[],
      toTake: [
        {
          ...{ id: 'A1', stepId: 'SCI', step: 'Scientific review', partitionId: null },
          agreement: { coiText: 'I have not worked with the applicants.' },
        },
      ],
    },
    'A1',
  );
  if (agreement === null) throw new Error('nothing is asked');
  const says = show(
    <TakeAgreement
      id="A1"
      project="Ice on blades"
      agreement={agreement}
      onDone={nothing}
      onRefused={nothing}
      onConflict={nothing}
      onClose={nothing}
    />,
  );
  expect(says).toContain('Ice on bladesShow the abstract and all namesPeopleInvestigator: Ana Horvat');
  await press('I Agree');
});

test.each([
  [{}, undefined, 'becomes the lead of this step.', 'gets no email about it.'],
  [
    { emailsLead: true },
    'Ada Moe',
    'becomes the lead of this step in place of Ada Moe.',
    'gets an email about it.',
  ],
] as const)(
  'the question names the lead so far, and an email to the new one only if it is sent: %o',
  async (more, before, ...sentences) => {
    const says = show(
      <LeadDialog
        uid="ESAO-REG-1"
        assignment={{ ...assignment, ...more }}
        who="Lenka Hořejšová"
        before={before}
        after={nothing}
        onClose={nothing}
      />,
    );
    for (const sentence of sentences) expect(says).toContain(`Lenka Hořejšová ${sentence}`);
    await press('Make Lead Assignment');
    expect(sent).toEqual([
      ['PATCH', '/v2/applications/ESAO-REG-1/assignments/A1/lead', { flowElementId: 'SCI' }],
    ]);
  },
);

test('staff who answer a request for more time learn that the person gets an email with the answer', async () => {
  const says = show(
    <AnswerTimeDialog
      assignmentId="A1"
      uid="ESAO-REG-1"
      who="Lenka Hořejšová"
      request={{ until: '2050-03-31T21:59:59.999Z', reason: 'Away until March.' }}
      zone="Europe/Luxembourg"
      onClose={nothing}
      onDone={nothing}
    />,
  );
  expect(says).toContain('Away until March.');
  expect(says).toContain('Lenka Hořejšová gets an email with your answer.');
  await press('Grant more time');
  expect(sent).toEqual([['PUT', '/v2/assignments/A1/deadline', { deadline: '2050-03-31T21:59:59.000Z' }]]);
});

/** Locks a step, and shows what is asked before. */
function Lock() {
  const [asked, ask] = useState<AskedCommand | null>(null);
  const group = { id: 'REPLY', title: 'Right to reply' } as StepGroup;
  const lock = useLock({ application, group, onCommand: ask, onDone: nothing });
  return (
    <>
      <button type="button" onClick={() => lock.send()}>
        Lock at once
      </button>
      <StaffCommandDialog application={application} asked={asked} onClose={nothing} onDone={nothing} />
    </>
  );
}
const preview = [
  'POST',
  '/v2/calls/5/release/preview',
  { command: 'lock', flowElementId: 'REPLY', applicationIds: [3] },
];
const locked = ['POST', '/v2/applications/ESAO-REG-1/lock', { flowElementId: 'REPLY' }];

test('a step is locked at once where that sends no email', async () => {
  show(<Lock />);
  await press('Lock at once');
  expect(sent).toEqual([preview, locked]);
});

test('a step whose lock sends emails is locked only after they were shown', async () => {
  letters = [
    { uid: 'ESAO-REG-1', recipient: 'pi@example.org', subject: 'The reply is closed', text: '', html: '' },
  ];
  show(<Lock />);
  await press('Lock at once');
  expect(document.querySelector('dialog')?.textContent).toContain('Lock Right to reply?');
  await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('pi@example.org'));
  expect(sent).toEqual([preview, preview]);
  await press('Lock');
  expect(sent).toEqual([preview, preview, locked]);
});
