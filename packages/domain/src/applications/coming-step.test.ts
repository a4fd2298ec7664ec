import { loadArea } from '@clearcall/i18n/catalogue.ts';
import { createTranslator } from '@clearcall/i18n/translator.ts';
import { expect, it } from 'vitest';
import { type ComingStep, plannedWhen } from './coming-step.ts';
import type { WaitsFor } from './process-step.ts';

const { translate } = createTranslator('en', await loadArea('en', 'workflow'));

const waits = (what: WaitsFor['what'], isConditional = false): WaitsFor => ({
  what,
  step: 'Check',
  isConditional,
});

it.each<[string | null, string | null, Partial<ComingStep>, string]>([
  ['2026-09-04T09:00:00Z', '2026-10-09T16:00:00Z', {}, '04-09-2026 to 09-10-2026'],
  ['2026-09-04T09:00:00Z', '2026-09-04T16:00:00Z', {}, '04-09-2026'],
  ['2026-09-04T09:00:00Z', null, {}, 'from 04-09-2026'],
  [null, '2026-10-09T16:00:00Z', {}, 'until 09-10-2026'],
  [null, null, {}, 'date not known yet'],
  [null, null, { waitsFor: waits('before') }, 'waits for ‘Check’'],
  [null, null, { waitsFor: waits('resubmitted') }, 'waits for the resubmission'],
  [null, null, { waitsFor: waits('submitted') }, 'begins after ‘Check’'],
  [
    null,
    null,
    { waitsFor: waits('submitted', true) },
    'begins after ‘Check’ if the answers there require it',
  ],
  [null, null, { waitsFor: waits('released') }, 'begins after the release of ‘Check’'],
  [null, null, { waitsFor: waits('all') }, 'begins when all applications have passed ‘Check’'],
  [
    null,
    null,
    { waitsFor: { ...waits('time', true), at: '2026-09-04T09:00:00Z' } },
    'begins on 04-09-2026 09:00 if the answers require it',
  ],
  [null, '2026-10-09T16:00:00Z', { late: true }, 'delayed, no new date yet'],
  ['2026-09-04T09:00:00Z', null, { begins: '2026-09-04T09:00:00Z' }, 'begins on 04-09-2026 09:00'],
])('says when, from %s until %s, %o: %s', (start, end, more, text) => {
  const step = { start, end, late: false, ...more };
  expect(translate(plannedWhen(step, 'UTC'))).toBe(text);
});
