// @vitest-environment happy-dom
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { effectSentences } from './effect-text.ts';
import type { Check } from './publishing-queries.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'en');

const call = smallCall();
const sentences = (
  version: number,
  planned: Check['planned'] = null,
  above: Check['effect']['above'] = [],
  { needsApproval = false, waits = false } = {},
) =>
  effectSentences(
    {
      revision: 1,
      findings: [],
      differences: diffCalls(call, { ...call, title: { en: 'Another title' } }),
      partitions: [{ id: 'north-cpu', name: 'North CPU' }],
      planned,
      needsApproval,
      newFlow: true,
      version,
      applications: { drafts: null, submitted: null },
      effect: { opens: null, mailingList: 0, extended: [], above, waits },
    },
    call,
  );

const planned = { note: '', by: null, byId: null, publishAt: null, fromCutoff: null };

it('counts the ten minutes from the approval, if there has to be one', () => {
  const last = (...input: Parameters<typeof sentences>) => sentences(...input).at(-1);
  const afterApproval = 'The call goes live ten minutes after the approval.';
  expect(last(0, null, [], { waits: true })).toContain('ten minutes after you publish it.');
  expect(last(0, null, [], { needsApproval: true, waits: true })).toContain(afterApproval);
  expect(last(0, { ...planned, dueAt: null }, [], { waits: true })).toContain(afterApproval);
});

it('names the cut-off from which a publication that waits applies', () => {
  expect(sentences(3, { ...planned, dueAt: null, fromCutoff: '2' })[1]).toBe(
    'Cut-off 2, until 10-10-2026 10:00, and later cut-offs start with version 4 of the form and workflow. Earlier cut-offs keep theirs.',
  );
});

it('names the version that applications stay on, where there is one', () => {
  expect(sentences(0)).toEqual([
    'Nobody will get an email.',
    'New applications start with version 1 of the form and workflow.',
  ]);
  expect(sentences(3).at(-1)).toContain('stay on version 3.');
});

it('says which drafts ask for more than a new limit, and what becomes of them', () => {
  const limit = { cutoff: '2', partition: 'north-cpu', limit: '120000' };
  expect(sentences(3, null, [{ ...limit, drafts: null }]).slice(-2)).toEqual([
    'North CPU: at most 120\u202f000 node hours for each application from now on. Drafts that ask for more: fewer than 5.',
    'Drafts that ask for more stay as they are. Their owners see an error at the amount, and must lower it before they submit.',
  ]);
  expect(sentences(3, null, [{ ...limit, drafts: 7 }])).toContainEqual(expect.stringContaining('more: 7.'));
});
