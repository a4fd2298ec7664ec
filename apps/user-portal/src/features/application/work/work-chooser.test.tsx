// @vitest-environment happy-dom

import type { Application, Assignment } from '@clearcall/domain/applications/application.ts';
import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { WorkChooser } from './work-head.tsx';

await startTexts(['frame', 'parts', 'editor', 'work', 'workflow'], 'en');

it('gives open work its deadline, also if it was submitted before', () => {
  const work = (id: string, status: Assignment['status'], more: Partial<Assignment>) =>
    ({ id, status, stepId: id, partitionId: null, role: 'pro', ...more }) as Assignment;
  const at = { deadline: '2027-03-28T21:59:00Z', submittedAt: '2026-11-27T10:00:00Z' };
  const all = [
    work('again', 'accepted', at),
    work('done', 'submitted', at),
    work('free', 'accepted', { deadline: null, submittedAt: null }),
    work('refused', 'refused', { ...at, submittedAt: null }),
  ];
  const application = {
    call: { timeZone: 'UTC' },
    process: [],
    forms: [],
    laterSteps: [],
    flow: { steps: [] },
    steps: [],
  } as unknown as Application;
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const lines = renderToString(
    <RouterContextProvider router={router}>
      <WorkChooser application={application} work={all} open={all[0] as Assignment} />
    </RouterContextProvider>,
  )
    .split('<li')
    .slice(1)
    .map((line) => /\d\d-\d\d-\d{4}|No deadline/.exec(line.replace(/="[^"]*"/g, ''))?.[0] ?? null);
  expect(lines).toEqual(['28-03-2027', '27-11-2026', 'No deadline', null]);
});
