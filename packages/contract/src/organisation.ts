import { decimal } from '@clearcall/domain/calls/call.ts';
import { cleanEmail, isEmail } from '@clearcall/domain/forms/email-address.ts';
import { z } from 'zod';
import { coarse, configurationChange, membershipDays } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, oneLine, textId } from './values.ts';

const reading = { kind: 'json', changes: 'nothing', access: 'read_organisation' } as const;
const changing = { kind: 'json', changes: 'organisation', access: 'change_organisation' } as const;

const id = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._/-]{0,99}$/u);
const byId = z.strictObject({ id });

/** A change of one field, with the value that its author saw before. */
export const edit = <To extends z.ZodType<string | boolean>>(to: To) =>
  z.strictObject({ from: z.union([z.string().max(3_000), z.boolean()]), to }).optional();

const line = oneLine.trim().max(200);
const named = line.min(1, { error: textId('refusals.input.nameNeeded') });
/** An amount; empty if there is none. */
const amount = oneLine
  .overwrite((text) => text.trim().replace(',', '.'))
  .refine((text) => text === '' || decimal.safeParse(text).success, {
    error: textId('refusals.input.amount'),
  });
const nodes = oneLine.trim().regex(/^([1-9]\d{0,8})?$/, { error: textId('refusals.input.nodes') });
const address = oneLine
  .overwrite(cleanEmail)
  .max(254)
  .refine((text) => text === '' || isEmail(text), { error: textId('refusals.input.email') });

const centreTexts = { name: named, city: line, country: line, contact: address };
const partitionTexts = {
  system: named,
  name: named,
  kind: named,
  description: line,
  unit: named,
  coreHoursPerUnit: amount,
  gpuHoursPerUnit: amount,
  maxNodesPerJob: nodes,
  yearlySupply: amount,
};

/** References to an object: calls, and submitted applications. */
const used = z.strictObject({ calls: z.number().int(), applications: coarse });
const member = z.strictObject({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  part: z.string(),
  ...membershipDays,
});

const centreRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  disabled: z.boolean(),
  partitions: z.number().int(),
  people: z.number().int(),
});
const partitionRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  system: z.string(),
  kind: z.string(),
  unit: z.string(),
  disabled: z.boolean(),
  centre: z.strictObject({ id: z.string(), name: z.string(), disabled: z.boolean() }),
});

export const listCentres = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/centres',
  summary: 'The computing centres, with the numbers of their partitions and people.',
  reply: z.strictObject({ data: z.array(centreRow) }),
  refusals: [],
});

export const openCentre = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/centres/:id',
  summary: 'One computing centre: its partitions and people, what uses it, and what administrators changed.',
  params: byId,
  reply: z.strictObject({
    id: z.string(),
    name: z.string(),
    city: z.string(),
    country: z.string(),
    contact: z.string(),
    disabled: z.boolean(),
    partitions: z.array(partitionRow),
    members: z.array(member),
    used,
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});

export const createCentre = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/centres',
  summary: 'Adds a computing centre. Its id is made from its name.',
  body: z.strictObject(centreTexts),
  reply: byId,
  refusals: ['name_taken'],
});

export const changeCentre = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/centres/:id',
  summary:
    'Changes single fields of a computing centre. While it is disabled, no call offers its partitions to applicants.',
  params: byId,
  body: z.strictObject({
    name: edit(centreTexts.name),
    city: edit(centreTexts.city),
    country: edit(centreTexts.country),
    contact: edit(centreTexts.contact),
    disabled: edit(z.boolean()),
  }),
  reply: done,
  refusals: ['not_found', 'changed_meanwhile', 'name_taken'],
});

export const deleteCentre = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/centres/:id',
  summary: 'Deletes a computing centre that has neither partitions nor people.',
  params: byId,
  reply: done,
  refusals: ['not_found', 'centre_used'],
});

export const listPartitions = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/partitions',
  summary: 'The partitions of all computing centres.',
  reply: z.strictObject({ data: z.array(partitionRow) }),
  refusals: [],
});

export const openPartition = endpoint({
  ...reading,
  method: 'GET',
  path: '/admin/partitions/:id',
  summary: 'One partition: its unit, limits and supply, what uses it, and what administrators changed.',
  params: byId,
  reply: partitionRow.extend({
    description: z.string(),
    /** Amounts are decimal texts; empty if none is given. */
    coreHoursPerUnit: z.string(),
    gpuHoursPerUnit: z.string(),
    maxNodesPerJob: z.string(),
    yearlySupply: z.string(),
    used,
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});

export const createPartition = endpoint({
  ...changing,
  method: 'POST',
  path: '/admin/centres/:id/partitions',
  summary: 'Adds a partition to a computing centre. Its id is made from its name.',
  params: byId,
  body: z.strictObject(partitionTexts),
  reply: byId,
  refusals: ['not_found', 'name_taken'],
});

export const changePartition = endpoint({
  ...changing,
  method: 'PUT',
  path: '/admin/partitions/:id',
  summary:
    'Changes single fields of a partition. The unit stays once a call offers it; while disabled, it is not offered.',
  params: byId,
  body: z.strictObject({
    system: edit(named),
    name: edit(named),
    kind: edit(named),
    description: edit(line),
    unit: edit(named),
    coreHoursPerUnit: edit(amount),
    gpuHoursPerUnit: edit(amount),
    maxNodesPerJob: edit(nodes),
    yearlySupply: edit(amount),
    disabled: edit(z.boolean()),
  }),
  reply: done,
  refusals: ['not_found', 'changed_meanwhile', 'name_taken', 'unit_used'],
});

export const deletePartition = endpoint({
  ...changing,
  method: 'DELETE',
  path: '/admin/partitions/:id',
  summary: 'Deletes a partition that nothing refers to.',
  params: byId,
  reply: done,
  refusals: ['not_found', 'partition_used'],
});

export const listPanels = endpoint({
  ...reading,
  access: 'read_people',
  method: 'GET',
  path: '/admin/panels',
  summary: 'The panels: the fields of expertise that are offered or have people.',
  reply: z.strictObject({
    data: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        disabled: z.boolean(),
        people: z.number().int(),
        chairs: z.array(z.string()),
      }),
    ),
  }),
  refusals: [],
});

export const openPanel = endpoint({
  ...reading,
  access: 'read_people',
  method: 'GET',
  path: '/admin/panels/:id',
  summary: 'One panel: its people, and how many submitted applications it has.',
  params: byId,
  reply: z.strictObject({
    id: z.string(),
    name: z.string(),
    disabled: z.boolean(),
    members: z.array(member),
    applications: coarse,
    /** Changes of its people, the newest first. */
    changes: z.array(configurationChange),
  }),
  refusals: ['not_found'],
});
