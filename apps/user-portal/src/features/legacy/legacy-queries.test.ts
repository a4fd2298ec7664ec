import { expect, test } from 'vitest';
import { contactOf, machinesOf } from './legacy-queries.ts';

const ana = { contact_name: 'Ana Horvat', contact_email: 'ana@example.org' };
const zoe = { contact_name: 'Zoë Ångström', contact_email: 'zoe@example.org' };

test('names the contact of the regular access first', () => {
  expect(contactOf({ regular: ana, preparatory: zoe })).toEqual({
    name: 'Ana Horvat',
    email: 'ana@example.org',
  });
  expect(contactOf({ regular: null, preparatory: zoe }).name).toBe('Zoë Ångström');
  expect(contactOf({ regular: null, preparatory: null })).toEqual({ name: '', email: '' });
});

test('names each machine once', () => {
  const call = {
    name: 'Call',
    machines: ['Curie', 'Fermi'],
    machinePreparatory: [{ name: 'Fermi' }, { name: 'Hermit' }],
  };
  expect(machinesOf({ call })).toEqual(['Curie', 'Fermi', 'Hermit']);
});
