import type { ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startTexts } from '../text/translate.ts';
import { RoleSelect } from './list-select.tsx';

await startTexts(['frame', 'parts'], 'en');

/** The options of the selector, the selected one marked. */
const options = (props: Omit<ComponentProps<typeof RoleSelect>, 'onChange'>) =>
  [...renderToString(<RoleSelect {...props} onChange={() => {}} />).matchAll(/<option([^>]*)>([^<]*)</g)].map(
    ([, attributes = '', label]) => `${attributes.includes('selected') ? '> ' : ''}${label}`,
  );

it('asks for a role until one is selected', () => {
  const roles = ['applicant', 'rapporteur'];
  expect(options({ roles, role: undefined })).toEqual(['> Select a Role', 'Applicant', 'Rapporteur']);
  expect(options({ roles, role: 'rapporteur' })).toEqual(['Applicant', '> Rapporteur']);
  expect(options({ roles, role: 'rapporteur', all: true })).toEqual([
    'All roles',
    'Applicant',
    '> Rapporteur',
  ]);
});

it('shows the only role as selected', () => {
  expect(options({ roles: ['applicant'], role: undefined })).toEqual(['> Applicant']);
});
