// @vitest-environment happy-dom
import { compileFlow } from '@clearcall/domain/forms/compile.ts';
import { parseFlow } from '@clearcall/domain/forms/definition.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTexts } from '../kit/text/translate.ts';
import { FormStore } from './form-store.ts';
import { FormView } from './form-view.tsx';
import { Uploads } from './uploads.ts';
import { FormProvider, type FormServices } from './use-form.tsx';

await startTexts(['frame', 'parts', 'forms'], 'en');
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const fields = [
  { id: 'first', type: 'text', title: 'First name', config: { autofill: 'firstName' } },
  { id: 'title', type: 'text', title: 'Title', config: { autofill: 'title' } },
  { id: 'phone', type: 'phone-number', title: 'Phone', config: { autofill: 'phoneNumber' } },
  { id: 'job', type: 'text', title: 'Job title', config: { purpose: 'organization-title' } },
  { id: 'zip', type: 'text', title: 'Postal code', config: { purpose: 'postal-code' } },
  { id: 'share', type: 'number', title: 'Share', config: { min: '0', max: '100' } },
  { id: 'words', type: 'multitext', title: 'Keywords' },
  { id: 'plan', type: 'upload', title: 'Plan' },
];
const flow = {
  version: 1,
  steps: [
    {
      id: 'APP',
      title: 'Application',
      order: 0,
      type: 'application',
      ownerRole: 'applicant',
      forms: [{ id: 'F1', title: 'The project', order: 1, elements: fields }],
    },
  ],
};

let said: string[];
let root: Root;

beforeEach(() => {
  said = [];
  const parsed = parseFlow(flow);
  const compiled = parsed.ok ? compileFlow(parsed.flow) : parsed;
  if (!parsed.ok || !compiled.ok) throw new Error('the flow is broken');
  const [step] = parsed.flow.steps;
  const [form] = step?.forms ?? [];
  if (step === undefined || form === undefined) throw new Error('the flow has no form');
  const store = new FormStore({
    plan: compiled.plan,
    step,
    answers: [{ elementId: 'words', groupId: null, values: ['ice', 'waves'], revision: 1 }],
    rows: [],
    context: {
      today: '2026-11-21',
      callCode: 'REG',
      cutoff: null,
      partitions: [],
      options: {},
      documents: [],
      submitted: [],
      ownPartitionId: null,
    },
    editable: true,
    newId: () => '0190a0a0-0000-7000-8000-000000000003',
  });
  const nothing = async () => {};
  const announce = (sentence: string) => void said.push(sentence);
  const around: FormServices = {
    store,
    partitions: [],
    documents: new Map(),
    templates: new Map(),
    links: { terms: null, privacy: null, terms_of_reference: null },
    uploads: new Uploads({
      store,
      sendFile: async () => null,
      askFile: async () => 'gone',
      tell: () => {},
      announce,
    }),
    mendsFiles: false,
    deleteFile: nothing,
    downloadFile: nothing,
    announce,
  };
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <FormProvider value={around}>
        <FormView form={form} />
      </FormProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

/** The control of a label. */
function control(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const input = document.getElementById(found?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}
function type(input: HTMLInputElement, text: string): void {
  act(() => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('announces what is wrong with an answer when its field is left', () => {
  const share = control('Share');
  type(share, '250');
  act(() => share.blur());
  expect(said).toEqual([expect.stringMatching(/^Share: .*100/)]);
});

test('announces why a file is refused, also the same twice', () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const choose = () =>
    act(() => {
      Object.defineProperty(input, 'files', { value: [new File(['x'], 'x.exe')], configurable: true });
      input?.dispatchEvent(new Event('change', { bubbles: true }));
    });
  choose();
  choose();
  expect(said).toEqual(['x.exe is not a PDF. Choose a PDF.', 'x.exe is not a PDF. Choose a PDF.']);
});

test('announces a removed keyword, and moves the focus to the box of the others', () => {
  const remove = document.querySelector<HTMLButtonElement>('button[aria-label*="waves"]');
  act(() => {
    remove?.focus();
    remove?.click();
  });
  expect(said).toEqual([expect.stringContaining('waves')]);
  expect(document.activeElement).toBe(control('Keywords'));
});

test('names the purpose of what browsers can fill in', () => {
  const tokens = (labels: readonly string[]) => labels.map((label) => control(label).autocomplete);
  expect(tokens(['First name', 'Title', 'Job title', 'Postal code', 'Keywords'])).toEqual([
    'given-name',
    'honorific-prefix',
    'organization-title',
    'postal-code',
    'off',
  ]);
  const phone = [...document.querySelectorAll('[autocomplete^="tel"]')];
  expect(phone.map((one) => one.getAttribute('autocomplete'))).toEqual(['tel-country-code', 'tel-national']);
});
