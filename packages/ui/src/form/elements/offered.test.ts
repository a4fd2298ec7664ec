import { expect, it } from 'vitest';
import { isOfferedBeside } from './offered.ts';

it('offers only what is chosen beside, or only the rest, and keeps what the field has already', () => {
  const offered = (config: object, beside: string[], own: string[] = []) =>
    ['alpha', 'beta', 'gamma'].filter((value) => isOfferedBeside(config, beside, own, value));
  expect(offered({}, ['beta'])).toEqual(['alpha', 'beta', 'gamma']);
  expect(offered({ chosenIn: 'part' }, ['beta', 'alpha'])).toEqual(['alpha', 'beta']);
  expect(offered({ chosenIn: 'part' }, [])).toEqual([]);
  expect(offered({ chosenIn: 'part' }, ['beta'], ['gamma'])).toEqual(['beta', 'gamma']);
  expect(offered({ notChosenIn: 'part' }, ['beta'])).toEqual(['alpha', 'gamma']);
  expect(offered({ notChosenIn: 'part' }, ['beta'], ['beta'])).toEqual(['alpha', 'beta', 'gamma']);
});
