import { toldSchema } from '@clearcall/domain/calls/call.ts';
import { maxLabelLength, maxListRows, maxValueLength } from '@clearcall/domain/organisation/option-list.ts';
import { z } from 'zod';
import { configurationChange } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { edit } from './organisation.ts';
import { done, numericId, oneLine } from './values.ts';

const changing = { kind: 'json', changes: 'organisation', access: 'change_lists' } as const;
const byId = z.strictObject({ id: numericId });

const label = oneLine.trim().max(maxLabelLength);
const labels = { en: label, de: label, fr: label };
const value = oneLine.trim().min(1).max(maxValueLength);
const parent = oneLine.trim().max(maxValueLength);
const version = oneLine.trim().max(40);

const texts = { en: z.string(), de: z.string(), fr: z.string() };

export const listLists = endpoint({
  kind: 'json',
  changes: 'nothing',
  access: 'read_lists',
  method: 'GET',
  path: '/admin/lists',
  summary:
    'The lists that forms and profiles offer, with the numbers of their values and of the calls that use them.',
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.number().int(),
        tag: z.string(),
        title: z.string(),
        told: toldSchema,
        version: z.string(),
        values: z.number().int(),
        retired: z.number().int(),
        calls: z.number().int(),
      }),
    ),
  }),
  refusals: [],
});

export const openList = endpoint({
  kind: 'json',
  changes: 'nothing',
  access: 'read_lists',
  method: 'GET',
  path: '/admin/lists/:id',
  summary: 'One list with all its values, in each language, and what uses it.',
  params: byId,
  reply: z.strictObject({
    id: z.number().int(),
    tag: z.string(),
    title: z.string(),
    told: toldSchema,
    ...texts,
    version: z.string(),
    /** Changes with each change of its values. */
    revision: z.string(),
    options: z.array(
      z.strictObject({ value: z.string(), ...texts, parent: z.string(), offered: z.boolean() }),
    ),
    /** Titles of the calls whose forms offer it. */
    calls: z.array(z.strictObject({ title: z.string(), told: toldSchema })),
    inProfiles: z.boolean(),
    /** A list in use cannot be deleted: a standard list, one of a form, or one with values of other lists below it. */
    isUsed: z.boolean(),
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});

export const createList = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/lists',
  summary: 'Adds an empty list. Its tag, by which forms refer to it, is made from its name.',
  body: z.strictObject({ ...labels, version }),
  reply: z.strictObject({ id: z.number().int() }),
  refusals: ['label_needed'],
});

export const changeList = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/lists/:id',
  summary: 'Changes the name of a list in single languages, or its version.',
  params: byId,
  body: z.strictObject({ en: edit(label), de: edit(label), fr: edit(label), version: edit(version) }),
  reply: done,
  refusals: ['not_found', 'changed_meanwhile', 'label_needed'],
});

export const pasteValues = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/lists/:id/values',
  summary:
    'Adds and changes values of a list, all of them or none. Empty labels keep what the list has. Others may be retired.',
  params: byId,
  body: z.strictObject({
    rows: z
      .array(z.strictObject({ value, ...labels, parent }))
      .min(1)
      .max(maxListRows),
    /** Retires all other values; the rows are the list in its order. */
    retires: z.boolean(),
    /** That of the list which the author saw. */
    revision: z.string().max(100),
  }),
  reply: done,
  refusals: ['not_found', 'list_changed', 'label_needed', 'no_such_parent'],
  bodyLimitBytes: 4 * 1024 * 1024,
});

export const changeValue = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/lists/:id/value',
  summary: 'Changes labels or the parent of one value, retires it, or offers it again.',
  params: byId,
  body: z.strictObject({
    value,
    edits: z.strictObject({
      en: edit(label),
      de: edit(label),
      fr: edit(label),
      parent: edit(parent),
      offered: edit(z.boolean()),
    }),
  }),
  reply: done,
  refusals: ['not_found', 'changed_meanwhile', 'label_needed', 'no_such_parent'],
});

export const deleteList = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/lists/:id',
  summary: 'Deletes a list that no form, profile or other list uses, with its values.',
  params: byId,
  reply: done,
  refusals: ['not_found', 'list_used'],
});

export const deleteValue = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/lists/:id/value',
  summary: 'Deletes a value that no answer, profile, form or other list uses.',
  params: byId,
  body: z.strictObject({ value }),
  reply: done,
  refusals: ['not_found', 'option_used'],
});
