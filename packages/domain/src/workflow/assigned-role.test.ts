import { expect, it } from 'vitest';
import { roleFor, rolesFor } from './assigned-role.ts';

it('assigns a representative of a centre as that alone, and nobody else as one', () => {
  const roles = ['technical_reviewer', 'compute_centre_representative'];
  expect(rolesFor('compute_centre_representative', roles)).toEqual(['compute_centre_representative']);
  expect(rolesFor('technical_reviewer', roles)).toEqual(['technical_reviewer']);
  expect(rolesFor('compute_centre_representative', ['technical_reviewer'])).toEqual([]);
});

it('chooses the own role of a person, else the only one that fits', () => {
  expect(roleFor('panel_chair', ['panel_chair', 'rapporteur'])).toBe('panel_chair');
  expect(roleFor('scientific_reviewer', ['panel_chair', 'rapporteur'])).toBeNull();
  expect(roleFor('user', ['scientific_reviewer'])).toBe('scientific_reviewer');
  expect(roleFor('user', ['technical_reviewer', 'compute_centre_representative'])).toBe('technical_reviewer');
  expect(roleFor('compute_centre_representative', ['ac_member'])).toBeNull();
});
