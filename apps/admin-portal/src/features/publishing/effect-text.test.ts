// @vitest-environment happy-dom
import { diffCalls } from '@clearcall/domain/calls/definition/diff-calls.ts';
import { smallCall } from '@clearcall/domain/calls/definition/testing/small-call.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { expect, it } from 'vitest';
import { effectSentences } from './effect-text.ts';

await startTexts(['frame', 'parts', 'admin', 'setup'], 'en');

const call = smallCall();
const sentences = (version: number) =>
  effectSentences(
    {
      revision: 1,
      findings: [],
      differences: diffCalls(call, { ...call, title: { en: 'Another title' } }),
      partitions: [],
      planned: null,
      needsApproval: false,
      newFlow: true,
      version,
      applications: { drafts: null, submitted: null },
      effect: { opens: null, mailingList: 0, extended: [], waits: false },
    },
    call,
  );

it('names the version that applications stay on, where there is one', () => {
  expect(sentences(0)).toEqual([
    'Nobody will get an email.',
    'New applications start with version 1 of the form and workflow.',
  ]);
  expect(sentences(3).at(-1)).toContain('stay on version 3.');
});
