import { createCall, createCallDocument } from './factories.ts';
import { nobodysNumber, nobodysUuid, type RouteCase } from './route-case.ts';
import type { World } from './route-world.ts';

const chained = 'locks what it decides about, and writes into the chain of the audit log';
const merged = 'reads the draft, what others have changed since, and writes the edit and the draft';
const drawn = 'reads the draft and its lists, and looks for a printout of it, asks for one and adds its job';

const title = (value: string) => ({ do: 'set', at: ['title', 'en'], value });

/** A call with a draft of one edit. */
async function edited({ test, admin }: World): Promise<{ id: number }> {
  const { id } = await createCall(test);
  const changed = await test.call('POST', `/admin/calls/${id}/changes`, {
    token: admin.token,
    body: { base: 0, changes: [title('Another title')] },
  });
  if (changed.status !== 200) throw new Error(`no draft: ${JSON.stringify(changed.body)}`);
  return { id };
}

/** A call whose publication somebody else asked for, and that waits for approval. */
async function asked(world: World): Promise<{ id: number }> {
  const params = await edited(world);
  await world.test.db
    .insertInto('planned_publications')
    .values({ call_id: params.id, revision: 1, note: '', planned_at: new Date() })
    .execute();
  return params;
}

/** A call whose cut-off has passed. */
async function closedCall({ test }: World): Promise<{ params: { id: number } }> {
  const cutoffs = [{ start: '2025-01-01T09:00:00Z', end: '2025-02-01T09:00:00Z' }];
  const { id } = await createCall(test, { cutoffs });
  return { params: { id } };
}

/** A call with a publication, and a draft of another edit. */
async function published(world: World): Promise<{ id: number }> {
  const params = await edited(world);
  const post = async (path: string, body: object) => {
    const { token } = world.admin;
    const { status } = await world.test.call('POST', `/admin/calls/${params.id}/${path}`, { token, body });
    if (status !== 200) throw new Error(`no publication: ${status}`);
  };
  await post('publish', { revision: 1 });
  await post('changes', { base: 1, changes: [title('A third title')] });
  return params;
}

const reading = (statements: number): RouteCase => ({
  caller: 'admin',
  good: async (world) => ({ params: await edited(world) }),
  statements,
  everybodys: true,
  bad: [['nothing', 404, () => ({ params: nobodysNumber })]],
});

const command = (
  body: Record<string, unknown> | undefined,
  statements: number,
  moreBecause: string,
  bad: RouteCase['bad'],
): RouteCase => ({
  caller: 'admin',
  good: async (world) => ({ params: await edited(world), ...(body && { body }) }),
  statements,
  moreBecause,
  everybodys: true,
  bad: [['nothing', 404, (_world, good) => ({ ...good, params: nobodysNumber })], ...bad],
});

const sending = (changes: unknown[], base = 1) => ({ body: { base, changes } });
const cutoffs = (n: number) =>
  Array.from({ length: n }, (_, nth) => ({
    id: `c${nth}`,
    start: '2027-01-01T09:00:00.000Z',
    end: null,
    amounts: [],
    timeframes: [],
  }));
const fileOf = (content: string, filename = 'terms.pdf') => {
  const form = new FormData();
  form.set('files', new Blob([content]), filename);
  return { form };
};
const live = async ({ test }: World) => ({ params: { id: (await createCall(test)).id } });

/** A link to the preview of a draft. */
async function previewLink(
  world: World,
  given?: number,
): Promise<{ id: number; linkId: string; token: string }> {
  const id = given ?? (await edited(world)).id;
  const { body } = await world.test.call('POST', `/admin/calls/${id}/preview-links`, {
    token: world.admin.token,
    body: {},
  });
  return { id, linkId: body.id, token: body.token };
}

const closedLinks: RouteCase['bad'] = [
  ['no link of ours', 410, () => ({ body: { token: 'A'.repeat(43) } })],
  [
    'a withdrawn one',
    410,
    async (world) => {
      const { id, linkId, token } = await previewLink(world);
      await world.test.call('DELETE', `/admin/calls/${id}/preview-links/${linkId}`, {
        token: world.admin.token,
      });
      return { body: { token } };
    },
  ],
];

/** The id of a call with the document *plan*. */
async function documented({ test }: World): Promise<number> {
  const { id } = await createCall(test);
  await createCallDocument(test, id);
  return id;
}

/** The drafts of calls, their previews and their publication. */
export const callDraftCases: Readonly<Record<string, RouteCase>> = {
  'GET /admin/calls/:id/draft': reading(3),
  'GET /admin/calls/:id/draft/events': reading(5),
  'POST /admin/calls/:id/changes': command({ base: 1, changes: [title('A third title')] }, 9, merged, [
    ['what another one has changed', 409, () => sending([title('Mine')], 0)],
    ['a place that is not there', 409, () => sending([{ do: 'remove', at: ['cutoffs', 'gone'] }])],
    ['into itself', 409, () => sending([{ do: 'move', at: ['flow'], to: ['flow', 'steps'], after: null }])],
    ['another type', 422, () => sending([{ do: 'set', at: ['published'], value: 'yes' }])],
    ['300 cut-offs', 422, () => sending([{ do: 'set', at: ['cutoffs'], value: cutoffs(300) }])],
    ['no amount', 422, () => sending([{ do: 'set', at: ['year'], value: '1 200 000' }])],
    ['an unknown property', 422, () => sending([{ do: 'set', at: ['colour'], value: 'red' }])],
    ['what objects inherit', 409, () => sending([{ do: 'set', at: ['__proto__', 'x'], value: 'red' }])],
    ['no flow', 422, () => sending([{ do: 'set', at: ['flow'], value: { steps: 7 } }])],
    ['no change', 400, () => sending([])],
    ['a thing without an id', 400, () => sending([{ do: 'add', to: ['cutoffs'], after: null, thing: {} }])],
  ]),
  'POST /admin/calls/:id/undo': command({ revision: 1 }, 9, merged, [
    ['no edit', 404, () => ({ body: { revision: 7 } })],
    ['one without a draft', 404, async (world) => ({ ...(await live(world)), body: { revision: 1 } })],
  ]),
  'DELETE /admin/calls/:id/draft': command({ revision: 1 }, 9, chained, [
    ['another revision', 409, () => ({ body: { revision: 7 } })],
    ['one without a draft', 409, async (world) => ({ ...(await live(world)), body: { revision: 0 } })],
  ]),
  'POST /admin/calls/:id/documents': {
    caller: 'admin',
    good: async (world) => ({ params: await edited(world), ...fileOf('%PDF-1.7 terms') }),
    statements: 3,
    everybodys: true,
    bad: [
      ['nothing', 404, () => ({ params: nobodysNumber, ...fileOf('%PDF-1.7 terms') })],
      ['no file', 400, () => ({ form: new FormData() })],
      ['an empty file', 400, () => fileOf('')],
      ['a page of the web', 422, () => fileOf('<html>', 'page.pdf')],
      ['a zip that is no document', 422, () => fileOf('PK\x03\x04 notes.txt', 'notes.docx')],
    ],
  },
  'GET /admin/calls/:id/documents/:sha256': {
    caller: 'admin',
    good: async (world) => {
      const { id } = await edited(world);
      await createCallDocument(world.test, id);
      const { sha256 } = await world.test.db
        .selectFrom('call_documents')
        .select('sha256')
        .where('call_id', '=', id)
        .executeTakeFirstOrThrow();
      return { params: { id, sha256: sha256.toString('hex') } };
    },
    statements: 2,
    everybodys: true,
    bad: [
      ['nothing', 404, (_world, good) => ({ params: { ...good.params, ...nobodysNumber } })],
      ['another file', 404, (_world, good) => ({ params: { ...good.params, sha256: 'ab'.repeat(32) } })],
      ['no hash', 404, (_world, good) => ({ params: { ...good.params, sha256: 'x' } })],
    ],
  },
  'GET /admin/calls/:id/check': {
    ...reading(6),
    moreBecause: 'reads the draft and the live call, what both refer to, and how many people it concerns',
  },
  'GET /admin/calls/:id/links': reading(4),
  'POST /admin/calls/:id/links/check': command({}, 5, 'adds a job', []),
  'POST /admin/calls/:id/publish': command({ revision: 1, note: 'The final title' }, 25, chained, [
    ['another revision', 409, () => ({ body: { revision: 7 } })],
    ['one without a draft', 409, async (world) => ({ ...(await live(world)), body: { revision: 0 } })],
    [
      'a call without cut-offs',
      422,
      async (world) => {
        const { id } = await edited(world);
        await world.test.call('POST', `/admin/calls/${id}/changes`, {
          token: world.admin.token,
          ...sending([{ do: 'set', at: ['cutoffs'], value: [] }]),
        });
        return { params: { id }, body: { revision: 2 } };
      },
    ],
  ]),
  'GET /admin/calls/:id/preview': {
    ...reading(6),
    moreBecause: 'reads the draft, partitions, what the cut-off offers, and the lists of the forms',
  },
  'GET /admin/calls/:id/preview/documents/:name': {
    caller: 'admin',
    good: async (world) => ({ params: { id: await documented(world), name: 'plan' } }),
    statements: 4,
    everybodys: true,
    bad: [
      ['nothing', 404, (_world, good) => ({ params: { ...good.params, ...nobodysNumber } })],
      ['another document', 404, (_world, good) => ({ params: { ...good.params, name: 'terms' } })],
      ['no name', 404, (_world, good) => ({ params: { ...good.params, name: 'X' } })],
    ],
  },
  'GET /admin/calls/:id/preview/form': {
    ...reading(7),
    good: async (world) => ({ params: await edited(world), query: '?wait=0' }),
    moreBecause: drawn,
    bad: [
      ['nothing', 404, () => ({ params: nobodysNumber })],
      ['for longer than the call waits', 400, () => ({ query: '?wait=11' })],
    ],
  },
  'GET /admin/calls/:id/preview-links': reading(2),
  'POST /admin/calls/:id/preview-links': command({ note: 'For Anna', days: 7 }, 7, chained, [
    ['no days', 400, () => ({ body: { days: 0 } })],
    ['too many days', 400, () => ({ body: { days: 91 } })],
  ]),
  'DELETE /admin/calls/:id/preview-links/:linkId': {
    ...command(undefined, 6, chained, []),
    good: async (world) => {
      const { id, linkId } = await previewLink(world);
      return { params: { id, linkId } };
    },
    bad: [
      ['nothing', 404, () => ({ params: { ...nobodysNumber, linkId: nobodysUuid } })],
      [
        'the link of another call',
        404,
        async (world, good) => ({
          params: { id: (await edited(world)).id, linkId: good.params?.linkId ?? '' },
        }),
      ],
    ],
  },
  'POST /call-previews': {
    good: async (world) => ({ body: { token: (await previewLink(world)).token } }),
    statements: 5,
    bad: closedLinks,
  },
  'POST /call-previews/form': {
    good: async (world) => ({ body: { token: (await previewLink(world)).token }, query: '?wait=0' }),
    statements: 8,
    moreBecause: drawn,
    bad: [...closedLinks, ['for longer than the call waits', 400, () => ({ query: '?wait=11' })]],
  },
  'POST /call-previews/document': {
    good: async (world) => {
      const id = await documented(world);
      return { body: { token: (await previewLink(world, id)).token, name: 'plan' } };
    },
    statements: 4,
    bad: [
      ['no link of ours', 410, () => ({ body: { token: 'A'.repeat(43), name: 'plan' } })],
      ['another document', 404, (_world, good) => ({ body: { ...(good.body as object), name: 'terms' } })],
      ['no name', 400, (_world, good) => ({ body: { ...(good.body as object), name: '../plan' } })],
    ],
  },
  'POST /admin/calls/:id/planned-publication/approve': {
    caller: 'admin',
    good: async (world) => ({ params: await asked(world), body: { revision: 1 } }),
    statements: 32,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nothing', 409, () => ({ params: nobodysNumber, body: { revision: 1 } })],
      ['another revision', 409, () => ({ body: { revision: 7 } })],
      [
        'no publication that waits',
        409,
        async (world) => ({ params: await edited(world), body: { revision: 1 } }),
      ],
    ],
  },
  'GET /admin/calls/:id/close': {
    ...reading(3),
    bad: [
      ['nothing', 404, () => ({ params: nobodysNumber })],
      ['a closed call', 409, closedCall],
    ],
  },
  'POST /admin/calls/:id/close': command({}, 27, chained, [
    ['a closed call', 409, async (world, good) => ({ ...good, ...(await closedCall(world)) })],
    ['something else', 400, (_world, good) => ({ ...good, body: { end: 'now' } })],
  ]),
  'DELETE /admin/calls/:id/planned-publication': {
    caller: 'admin',
    good: async (world) => {
      const params = await edited(world);
      const { token } = world.admin;
      const publishAt = '2199-01-01T09:00:00.000Z';
      const body = { revision: 1, publishAt };
      await world.test.call('POST', `/admin/calls/${params.id}/publish`, { token, body });
      return { params, body: {} };
    },
    statements: 8,
    moreBecause: chained,
    everybodys: true,
    bad: [
      ['nothing', 409, () => ({ params: nobodysNumber, body: {} })],
      ['no publication that waits', 409, async (world) => ({ params: await edited(world), body: {} })],
      ['no reason', 422, async (world) => ({ params: await asked(world), body: {} })],
    ],
  },
  'GET /admin/calls/:id/history': {
    ...reading(2),
    bad: [
      ['nothing', 404, () => ({ params: nobodysNumber })],
      ['before nothing', 400, () => ({ query: '?before=0' })],
    ],
  },
  'GET /admin/calls/:id/publications/:number': {
    ...reading(6),
    moreBecause: 'reads the draft, and what the publication made live',
    good: async (world) => ({ params: { ...(await published(world)), number: 1 } }),
    bad: [
      ['nothing', 404, () => ({ params: { ...nobodysNumber, number: 1 } })],
      ['no publication', 404, (_world, good) => ({ params: { ...good.params, number: 7 } })],
    ],
  },
  'POST /admin/calls/:id/restore': {
    ...command({ revision: 1, publication: 1, at: [] }, 9, merged, [
      ['another revision', 409, () => ({ body: { revision: 7, publication: 1 } })],
      ['no publication', 404, () => ({ body: { revision: 1, publication: 7 } })],
    ]),
    good: async (world) => ({
      params: await published(world),
      body: { revision: 2, publication: 1, at: [] },
    }),
  },
};
