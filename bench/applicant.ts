import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeLink } from '@clearcall/domain/mail/link.ts';
import type { Filled, Page, Upload } from './regular-answers.ts';

/** How long each request took, in milliseconds, by what it did. */
export type Times = Map<string, number[]>;

interface Saved {
  data: { flowElementId: string; revision: number }[];
}
interface Steps {
  steps: { forms: { elements: { id: string }[] }[] }[];
}
interface Opened extends Steps {
  uid: string;
  status: string;
  cutoff: { end: string | null } | null;
  assignments: { id: string }[];
}
interface Mail {
  subject: string;
  text: string;
}

const password = 'Demo-portal-2026!';
const mailLimitMs = 20_000;

export function pageOf(opened: Opened): Page {
  const elements = opened.steps[0]?.forms.flatMap((form) => form.elements) ?? [];
  return { cutoffEnd: opened.cutoff?.end ?? '', order: elements.map(({ id }) => id) };
}

/** An answer that is no success. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason);
    this.status = status;
  }
}

/** What browsers make their requests repeatable with. */
const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });

const boundary = '----clearcall-bench-8d1f0c4a';

/** An upload as a browser sends it; a FormData costs the clients more than the server. */
function formOf({ flowElementId, name, pieces }: Upload): Uint8Array[] {
  const field = (of: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${of}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`;
  return [
    Buffer.from(field('flowElementId', flowElementId) + field('groupId', '') + file),
    ...pieces,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
}

/** Connections as a browser has them. Node's fetch takes a third more of the processor, which here are those of the portal. */
const agent = new Agent({ keepAlive: true });

function send(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: readonly Uint8Array[] },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent }, (answer) => {
      text(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
    });
    asked.on('error', reject);
    for (const piece of body) asked.write(piece);
    asked.end();
  });
}

/** A person with a browser, without the browser: speaks with the API and notes how long it takes to answer. */
export class Applicant {
  #token: string | null;
  readonly #parts = new Map<string, Promise<Partial<Steps>>>();
  readonly #url: string;
  /** Where the times go. */
  times: Times;

  /** `token`: of a session that is open already. */
  constructor(url: string, times: Times, token: string | null = null) {
    this.#token = token;
    this.#url = url;
    this.times = times;
  }

  async #ask<Reply>(
    action: string,
    method: string,
    path: string,
    body?: object | readonly Uint8Array[],
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const start = performance.now();
    const pieces = body === undefined ? [] : Array.isArray(body) ? body : [Buffer.from(JSON.stringify(body))];
    const { status, text } = await send(`${this.#url}/api${path}`, {
      method,
      headers: {
        ...(this.#token === null ? {} : { Authorization: `Bearer ${this.#token}` }),
        ...(body === undefined
          ? {}
          : {
              'Content-Type': 'application/json',
              'Content-Length': String(pieces.reduce((sum, { length }) => sum + length, 0)),
            }),
        ...headers,
      },
      body: pieces,
    });
    const times = this.times.get(action) ?? [];
    this.times.set(action, times);
    times.push(performance.now() - start);
    if (status < 200 || status > 299)
      throw new Refused(status, `${method} ${path} answered ${status}: ${text.slice(0, 600)}`);
    return JSON.parse(text);
  }

  async #newestMail(to: string, matches: (mail: Mail) => boolean): Promise<Mail> {
    const end = performance.now() + mailLimitMs;
    while (performance.now() < end) {
      const mails = await this.#ask<Mail[]>('mails', 'GET', `/demo/mails?to=${encodeURIComponent(to)}`);
      const mail = mails.find(matches);
      if (mail !== undefined) return mail;
      await new Promise((done) => setTimeout(done, 200));
    }
    throw new Error(`No mail came to ${to} within ${mailLimitMs / 1000} s.`);
  }

  /** A new account: the code by mail in place of the picture, then the link by mail. */
  async register(email: string): Promise<void> {
    const { challengeId } = await this.#ask<{ challengeId: string }>(
      'code',
      'POST',
      '/users/challenge/code',
      {
        email,
      },
    );
    const coded = await this.#newestMail(email, ({ subject }) => /code is/.test(subject));
    const answer = /code is (\S+)/.exec(coded.subject)?.[1] ?? '';
    await this.#ask('register', 'PUT', '/users/register', {
      firstName: 'Renée',
      lastName: 'Þorvaldsdóttir',
      email,
      password,
      challengeId,
      answer,
      acceptedTerms: true,
    });
    const linked = await this.#newestMail(email, ({ text }) => text.includes('/auth/confirm/'));
    const link = decodeLink(/\/auth\/confirm\/([\w-]+)/.exec(linked.text)?.[1] ?? '');
    if (link === null) throw new Error('The link to confirm the account cannot be read.');
    await this.#ask('confirm', 'POST', '/users/register/confirmation', link);
  }

  async signIn(email: string): Promise<void> {
    const body = { email, password, app: 'user_portal' };
    this.#token = (await this.#ask<{ token: string }>('log in', 'POST', '/users/login', body)).token;
  }

  async calls(): Promise<{ id: number; code: string; state: string }[]> {
    return (
      await this.#ask<{ data: { id: number; code: string; state: string }[] }>(
        'calls',
        'GET',
        '/v2/calls/published',
      )
    ).data;
  }

  async create(callId: number): Promise<string> {
    return (await this.#ask<{ uid: string }>('create', 'POST', '/v2/applications', { callId }, newKey())).uid;
  }

  /** A part never changes: like a browser, each person fetches it once. */
  #part(hash: string): Promise<Partial<Steps>> {
    const part = this.#parts.get(hash) ?? this.#ask<Partial<Steps>>('part', 'GET', `/v2/parts/${hash}`);
    this.#parts.set(hash, part);
    return part;
  }

  async open(uid: string): Promise<Opened> {
    const opened = await this.#ask<Omit<Opened, 'steps'> & { parts: string[] }>(
      'open',
      'GET',
      `/v2/applications/${uid}`,
    );
    const parts = await Promise.all(opened.parts.map((hash) => this.#part(hash)));
    return { ...opened, steps: parts.flatMap(({ steps = [] }) => steps) };
  }

  async list(): Promise<number> {
    return (await this.#ask<{ total: number }>('list', 'POST', '/v2/applications/search', {})).total;
  }

  save(assignmentId: string, body: Filled['saves'][number]): Promise<Saved> {
    return this.#ask('save', 'PUT', `/v2/assignments/${assignmentId}/save`, body);
  }

  /** The id that the document has from now on. */
  async upload(assignmentId: string, upload: Upload): Promise<string> {
    const path = `/v2/assignments/${assignmentId}/upload`;
    const { document } = await this.#ask<{ document: { id: string } }>(
      'upload',
      'POST',
      path,
      formOf(upload),
      { ...newKey(), 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    );
    return document.id;
  }

  async submit(assignmentId: string): Promise<void> {
    const body = { data: [], newGroups: [] };
    const { status } = await this.#ask<{ status: string }>(
      'submit',
      'PUT',
      `/v2/assignments/${assignmentId}/submit`,
      body,
    );
    if (status !== 'submitted') throw new Error(`A submitted application has the status ${status}.`);
  }
}
