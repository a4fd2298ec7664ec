import { startTexts } from '@clearcall/ui/kit/text/translate.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Candidate, Evidence } from './candidates.ts';
import { People } from './people-list.tsx';

await startTexts(['frame', 'parts', 'staff'], 'en');

const person = (id: number, firstName: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  firstName,
  lastName: 'Planted',
  email: `${firstName}@example.org`,
  role: 'scientific_reviewer',
  work: { centres: [], fit: null, isOngoing: false, load: 0 },
  ...more,
});
const busy = { work: { centres: [], fit: null, isOngoing: true, load: 3 } };

function shown(people: readonly Candidate[], evidence: Readonly<Record<number, Evidence>> = {}) {
  const page = renderToStaticMarkup(
    <People
      id="people"
      people={people}
      chosen={[]}
      evidenceOf={(id) => evidence[id] ?? []}
      roles={['scientific_reviewer']}
      partitionId={null}
      isOld={false}
      toggle={() => {}}
    />,
  );
  const [possible = '', folded = ''] = page.split('<details');
  const rows = (html: string) =>
    [...html.matchAll(/<li.*?<\/li>/g)].map(([row]) =>
      row.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '),
    );
  return {
    possible: rows(possible),
    folded: rows(folded),
    summary: /<summary>(.*?)<\/summary>/.exec(folded)?.[1],
  };
}

test('people who cannot be assigned are folded behind all others, with the reason only', () => {
  const refused = person(3, 'Cid', { ended: { how: 'refused' } });
  const { possible, folded, summary } = shown([person(1, 'Ada', busy), person(2, 'Bea'), refused]);
  expect(possible).toEqual([expect.stringContaining('Bea Planted')]);
  expect(possible[0]).toContain('No conflict found');
  expect(summary).toBe('2 people who refused or cannot be assigned');
  expect(folded).toEqual([
    expect.stringMatching(/Ada Planted.*This user already has an ongoing assignment/),
    expect.stringMatching(/Cid Planted.*Refused this application/),
  ]);
  expect(folded.join()).not.toMatch(/No conflict found|Scientific reviewer|open/);
});

test('a long list shows its first people and a button for the others', () => {
  const many = Array.from({ length: 9 }, (_none, at) => person(at + 1, `P${at}`));
  expect(shown(many).possible).toHaveLength(6);
  expect(shown(many.slice(0, 7)).possible).toHaveLength(7);
});
