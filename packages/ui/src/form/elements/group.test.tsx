// @vitest-environment happy-dom
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { startTexts } from '../../kit/text/translate.ts';
import { FormStore } from '../form-store.ts';
import { FormView } from '../form-view.tsx';
import { Uploads } from '../uploads.ts';
import { FormProvider, type FormServices } from '../use-form.tsx';

await startTexts(['frame', 'forms'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('says of a folded row what its numbers count, and how many required answers it lacks', async () => {
  const required = { required: true };
  const children = [
    { id: 'name', type: 'text', title: 'Name' },
    { id: 'fee', type: 'number', title: 'Fee', config: { unit: 'EUR' } },
    { id: 'bank', type: 'text', title: 'Bank', config: required },
    { id: 'state', type: 'text', title: 'State', config: required },
  ];
  const elements = [{ id: 'people', type: 'group', title: 'Expert', children }];
  const form = { id: 'F', title: 'F', order: 1, elements };
  const parsed = parseFlow({
    version: 1,
    steps: [{ id: 'S', title: 'S', order: 0, type: 'payment', ownerRole: 'pro', forms: [form] }],
  });
  if (!parsed.ok) throw new Error('the flow is broken');
  const compiled = compileFlow(parsed.flow);
  const [step] = parsed.flow.steps;
  const [read] = step?.forms ?? [];
  if (!compiled.ok || step === undefined || read === undefined) throw new Error('the flow is broken');
  const store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [
      { elementId: 'name', groupId: 'r1', values: ['Ada'], revision: 1 },
      { elementId: 'fee', groupId: 'r1', values: ['150'], revision: 1 },
    ],
    rows: [{ id: 'r1', elementId: 'people', order: 0 }],
    context: {
      today: '2026-11-21',
      callCode: 'REG',
      cutoff: null,
      partitions: [],
      options: {},
      submitted: [],
      ownPartitionId: null,
      documents: [],
    },
    editable: true,
    newId: () => 'new',
  });
  store.presentation.fold('r1', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const services = {
    store,
    documents: new Map(),
    announce: () => {},
    uploads: new Uploads({
      store,
      sendFile: async () => null,
      askFile: async () => 'gone',
      announce: () => {},
      tell: () => {},
    }),
  } as unknown as FormServices;
  act(() =>
    root.render(
      <FormProvider value={services}>
        <FormView form={read} />
      </FormProvider>,
    ),
  );
  expect(document.body.textContent).toMatch(/Ada, Fee: 150.EUR/);
  expect(document.body.textContent).toContain('2 to answer');
  act(() => {
    for (const elementId of ['bank', 'state']) store.set({ elementId, groupId: 'r1' }, ['yes']);
  });
  await vi.waitFor(() => expect(document.body.textContent).not.toContain('to answer'));
  act(() => root.unmount());
});
