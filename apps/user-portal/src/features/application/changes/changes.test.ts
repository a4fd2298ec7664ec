import type { Thread } from '@clearcall/domain/applications/thread.ts';
import type { Element, Step } from '@clearcall/domain/forms/types.ts';
import { expect, it } from 'vitest';
import { kindOfChange, markedAnswer } from './marked-changes.ts';
import { isToAnswer, placeThreads, withAnswer, withMark } from './threads.ts';

const element = (id: string, more: Partial<Element> = {}): Element => ({
  id,
  type: 'text',
  title: id,
  config: {},
  effects: [],
  ...more,
});
const form = (id: string, order: number, elements: Element[]) => ({ id, title: id, order, elements });
const step: Pick<Step, 'forms'> = {
  forms: [
    form('last', 1, [element('sum')]),
    form('first', 0, [
      element('title'),
      element('team', { type: 'group', children: [element('name'), element('mail')] }),
    ]),
  ],
};
const thread = (id: string, flowElementId: string, dataGroupId: string | null = null): Thread => ({
  id,
  assignmentId: 'a',
  flowElementId,
  dataGroupId,
  answered: false,
  comments: [],
  can: { answer: true },
});

it('places threads as one comes by their fields, rows in their order', () => {
  const threads = [
    thread('sum', 'sum'),
    thread('mail of 2', 'mail', 'r2'),
    thread('mail of 1', 'mail', 'r1'),
    thread('name of 2', 'name', 'r2'),
    thread('team', 'team'),
    thread('title', 'title'),
    thread('of an older form', 'gone'),
  ];
  const placed = placeThreads(step, threads, (_group, row) => ['r1', 'r2'].indexOf(row));
  expect(placed.map((one) => [one.thread.id, one.formId, one.group?.id ?? null])).toEqual([
    ['title', 'first', null],
    ['team', 'first', null],
    ['mail of 1', 'first', 'team'],
    ['name of 2', 'first', 'team'],
    ['mail of 2', 'first', 'team'],
    ['sum', 'last', null],
  ]);
});

it('counts an answer as done, once, and takes a mark back', () => {
  const comment = { id: 'c', createdAt: '2026-11-20T10:00:00.000Z', text: 'Here.', role: 'applicant' };
  const before = [thread('one', 'title'), thread('other', 'sum')];
  const after = withAnswer(before, 'one', comment);
  expect(after).toEqual([
    { ...before[0], answered: true, comments: [{ ...comment, asks: false, mine: true }] },
    before[1],
  ]);
  // The same answer to a request that was repeated.
  expect(withAnswer(after, 'one', comment)).toEqual(after);
  const pasted = withAnswer(before, 'one', { ...comment, text: ' One\vTwo ' })[0]?.comments.at(-1);
  expect(pasted?.text).toBe('One\nTwo');
  expect(after.filter(isToAnswer).map(({ id }) => id)).toEqual(['other']);
  expect(withMark(after, 'one', false).filter(isToAnswer)).toHaveLength(2);
  expect(isToAnswer({ ...thread('x', 'title'), can: { answer: false } })).toBe(false);
});

it('marks a text by its words, several values one by one, and anything else as a whole', () => {
  const display = (values: readonly string[]) => values.join(' and ');
  const marked = (type: Element['type'], was: string[], is: string[]) =>
    markedAnswer({ type }, { was, is }, display);
  expect(marked('textarea', ['long waves'], ['steep waves'])).toEqual({
    several: false,
    pieces: [
      { edit: 'removed', text: 'long' },
      { edit: 'added', text: 'steep' },
      { edit: 'same', text: ' waves' },
    ],
  });
  expect(marked('multiselect', ['a', 'b'], ['b', 'c'])).toEqual({
    several: true,
    pieces: [
      { edit: 'removed', text: 'a' },
      { edit: 'same', text: 'b' },
      { edit: 'added', text: 'c' },
    ],
  });
  expect(marked('number', ['12'], ['125'])).toEqual({
    several: true,
    pieces: [
      { edit: 'removed', text: '12' },
      { edit: 'added', text: '125' },
    ],
  });
  expect(marked('date', [], ['2026-11-20']).pieces).toEqual([{ edit: 'added', text: '2026-11-20' }]);
});

it('says of an answer whether it came, went or changed', () => {
  expect([
    kindOfChange({ was: [], is: ['a'] }),
    kindOfChange({ was: ['a'], is: [] }),
    kindOfChange({ was: ['a'], is: ['b'] }),
  ]).toEqual(['added', 'removed', 'changed']);
});
