// @vitest-environment happy-dom
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { effectSentences } from './effect-text.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'en');

const call = smallCall();
const sentences = (version: number, planned: Parameters<typeof effectSentences>[0]['planned'] = null) =>
  effectSentences(
    {
      revision: 1,
      findings: [],
      differences: diffCalls(call, { ...call, title: { en: 'Another title' } }),
      partitions: [],
      planned,
      needsApproval: false,
      newFlow: true,
      version,
      applications: { drafts: null, submitted: null },
      effect: { opens: null, mailingList: 0, extended: [], waits: false },
    },
    call,
  );

it('names the cut-off from which a publication that waits applies', () => {
  const planned = {
    note: '',
    by: null,
    byId: null,
    dueAt: null,
    publishAt: null,
    fromCutoff: '2',
  };
  expect(sentences(3, planned)[1]).toBe(
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
