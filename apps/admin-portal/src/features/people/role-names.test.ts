import { expect, it } from 'vitest';
import { loadRoleNames, roleNamed } from './role-names.ts';

it('takes a role by its id, in each language and in both spellings of English', async () => {
  const names = await loadRoleNames();
  for (const name of [
    'compute_centre_representative',
    'Computing center representative',
    'Computing centre representative',
    ' COMPUTING  Centre Representative',
  ])
    expect(roleNamed(names, name), name).toBe('compute_centre_representative');
  expect(roleNamed(names, 'Leitung der Begutachtung')).toBe('pro');
  expect(roleNamed(names, 'Concentre representative')).toBeUndefined();
});
