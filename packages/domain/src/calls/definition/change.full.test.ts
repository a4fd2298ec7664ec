import { it } from 'vitest';
import { checkDifferences, checkInverses, checkMerges } from './testing/laws.ts';

it('takes back every walk, 10,000 times', () => checkInverses(10_000));
it('leads from any definition to any other, 10,000 times', () => checkDifferences(10_000));
it('merges changes of two people in either order, 10,000 times', () => checkMerges(10_000));
