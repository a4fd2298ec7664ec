import { expect, it } from 'vitest';
import { contentVersion, type VersionedContent } from './content-version.ts';

const answer = (elementId: string, revision: number, groupId: string | null = null) => ({
  elementId,
  groupId,
  revision,
});
const row = (id: string, order: number) => ({ id, elementId: 'team', order });
const content: VersionedContent = {
  answers: [answer('title', 2), answer('name', 1, 'r1')],
  rows: [row('r1', 0), row('r2', 1)],
};

it('is the same for the same answers and rows in any order, the last entry of each counting', () => {
  const { answers, rows } = content;
  expect(contentVersion({ answers: [...answers].reverse(), rows: [...rows].reverse() })).toBe(
    contentVersion(content),
  );
  expect(contentVersion({ answers: [answer('title', 1), ...answers], rows })).toBe(contentVersion(content));
});

it('differs by every revision, answer, row and place', () => {
  const { answers, rows } = content;
  const others: VersionedContent[] = [
    content,
    { answers: [answer('title', 3), answer('name', 1, 'r1')], rows },
    { answers: [answer('title', 2), answer('name', 1, 'r2')], rows },
    { answers: answers.slice(1), rows },
    { answers: [...answers, answer('more', 1)], rows },
    { answers, rows: [row('r2', 0), row('r1', 1)] },
    { answers, rows: rows.slice(0, 1) },
    { answers: [], rows: [] },
  ];
  expect(new Set(others.map(contentVersion)).size).toBe(others.length);
});
