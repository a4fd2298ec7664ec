import { get } from 'node:http';
import type { Element } from '@clearcall/domain/forms/types.ts';
import { generatedForm } from './generated-form.ts';
import { openManyWorld, openSessions, settle } from './many.ts';
import { dataFolder, startPortal } from './portal.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const edits = 200;
const openings = 20;
const publications = 5;
const seenChanges = 20;
/** Makes a form of at least 2,000 elements. */
const fields = 2_300;

interface Form {
  id: string;
  order: number;
  title: unknown;
  elements: Element[];
}

const inLanguages = (text: string) => ({
  en: text,
  de: `${text} (auf Deutsch)`,
  fr: `${text} (en français)`,
});

/** The generated forms as an author writes them: each text in three languages, and a hint under each question. */
function authoredForms(): Form[] {
  const authored = (element: Element): Element =>
    ({
      ...element,
      title: inLanguages(element.title),
      description: inLanguages(
        `What reviewers look for in ${element.title}, how long an answer usually is, and where to find help.`,
      ),
      ...(element.children && { children: element.children.map(authored) }),
    }) as unknown as Element;
  const { flow } = generatedForm(fields);
  return flow.steps.flatMap(({ id: step, forms }, nth) =>
    forms.map((form) => ({
      id: `${step} ${form.id}`,
      title: inLanguages(form.title),
      order: 100 + nth + form.order,
      elements: form.elements.map(authored),
    })),
  );
}

/** A client of the administration of one call. */
function clientOf(url: string, token: string, callId: number) {
  return async (method: string, path: string, body?: object) => {
    const begun = performance.now();
    const answer = await fetch(`${url}/api/admin/calls/${callId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const ms = performance.now() - begun;
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 2_000)}`);
    return { reply: JSON.parse(text), ms };
  };
}

/** Follows the draft as the page of another editor does. `seen` resolves once it heard of a revision. */
async function follow(url: string, token: string, callId: number) {
  const stopping = new AbortController();
  const answer = await fetch(`${url}/api/admin/calls/${callId}/draft/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stopping.signal,
  });
  if (answer.body === null || !answer.ok) throw new Error(`The events answered ${answer.status}.`);
  let heard = -1;
  let wanted = { revision: Number.POSITIVE_INFINITY, resolve: () => {} };
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      const revisions = [...text.matchAll(/"revision":(\d+)/g)].map(([, revision]) => Number(revision));
      heard = Math.max(heard, ...revisions);
      text = text.slice(text.lastIndexOf('\n\n') + 1);
      if (heard >= wanted.revision) wanted.resolve();
    }
  };
  const reading = read(answer.body).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  return {
    seen: (revision: number) =>
      new Promise<void>((resolve) => {
        wanted = { revision, resolve };
        if (heard >= revision) resolve();
      }),
    stop: () => {
      stopping.abort();
      return reading;
    },
  };
}

/** The size of an answer as browsers get it. */
const sizeOf = (url: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate, br, zstd' };
    get(url, { headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
      answer.on('error', reject);
    }).on('error', reject);
  });

/** A call whose flow has 2,000 elements, in the administration over HTTP: opened, changed, checked and published. */
export async function run(): Promise<Row[]> {
  const world = await openManyWorld();
  const data = dataFolder();
  try {
    await settle(world.db);
    const { rows } = await world.db.query<{ id: string }>(
      `select id from users where role = 'admin' and status = 'active' order by id limit 1`,
    );
    const [token = ''] = await openSessions(
      world.db,
      rows.map(({ id }) => Number(id)),
      'admin_portal',
    );
    const { rows: calls } = await world.db.query<{ id: string }>(
      `select id from calls where code = 'REG' and archived_at is null order by year desc, number desc limit 1`,
    );
    const portal = await startPortal({
      dataDir: data.path,
      by: 'launcher',
      env: { ...world.env, WORKER: 'off' },
    });
    try {
      const ask = clientOf(portal.url, token, Number(calls[0]?.id));
      const { reply: live } = await ask('GET', '/draft');
      const [step] = live.definition.flow.steps;
      const forms = authoredForms();
      const elements = forms.flatMap((form) =>
        form.elements.flatMap(({ id, children = [] }) => [
          { form: form.id, id },
          ...children.map(() => ({ form: form.id, id })),
        ]),
      );
      const to = ['flow', 'steps', step.id, 'forms'];
      let { revision } = (
        await ask('POST', '/changes', {
          base: live.revision,
          changes: forms.map((thing) => ({ do: 'add', to, after: null, thing })),
        })
      ).reply;

      const change = async (nth: number) => {
        const { form = '', id = '' } = elements[(nth * 7) % elements.length] ?? {};
        const at = [...to, form, 'elements', id, 'title', 'en'];
        const { reply, ms } = await ask('POST', '/changes', {
          base: revision,
          changes: [{ do: 'set', at, value: `Title ${nth}` }],
        });
        revision = reply.revision;
        return ms;
      };
      const timed = async (times: number, work: (nth: number) => Promise<number>) => {
        const taken: number[] = [];
        for (let nth = 0; nth < times; nth += 1) taken.push(await work(nth));
        return taken.toSorted((one, other) => one - other);
      };
      const opened = await timed(openings, async () => (await ask('GET', '/draft')).ms);
      const changed = await timed(edits, change);
      const callId = Number(calls[0]?.id);
      const other = await follow(portal.url, token, callId);
      const seen = await timed(seenChanges, async (nth) => {
        const begun = performance.now();
        await change(edits + publications + nth);
        await other.seen(revision);
        await ask('GET', '/draft');
        return performance.now() - begun;
      });
      await other.stop();
      const bytes = await sizeOf(`${portal.url}/api/admin/calls/${callId}/draft`, token);
      const checked = await timed(publications, async () => (await ask('GET', '/check')).ms);
      const published = await timed(publications, async (nth) => {
        await change(edits + nth);
        return (await ask('POST', '/publish', { revision, note: '' })).ms;
      });
      const row = (figure: string, boundMs: number | null, measured: number): Row => ({
        figure: `${figure}, ${elements.length.toLocaleString('en')} elements`,
        bound: boundMs === null ? '' : `under ${boundMs} ms`,
        measured: `${measured.toFixed(0)} ms`,
        kept: boundMs === null ? null : measured < boundMs,
        peers: '',
      });
      return [
        row('a draft is opened (p95)', 500, quantile(opened, 0.95)),
        row('one change (median)', null, quantile(changed, 0.5)),
        row('one change (p95)', 50, quantile(changed, 0.95)),
        row(
          `another editor’s change is seen (p95), ${Math.round(bytes / 1_000)} kB`,
          2_000,
          quantile(seen, 0.95),
        ),
        row('a draft is checked (slowest)', null, quantile(checked, 1)),
        row('a draft is published (slowest)', 2_000, quantile(published, 1)),
      ];
    } finally {
      await portal.stop();
    }
  } finally {
    data.remove();
    await world.close();
  }
}
