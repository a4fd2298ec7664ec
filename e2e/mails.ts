import { type APIRequestContext, expect } from '@playwright/test';

interface KeptMail {
  subject: string;
  text: string;
}

/** All mails to an address, the newest first. */
async function mailsTo(request: APIRequestContext, address: string): Promise<KeptMail[]> {
  const reply = await request.get('/api/demo/mails', { params: { to: address } });
  return reply.json();
}

/** The newest mail to an address whose subject fits, as soon as the worker has written it. */
export async function mailTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
): Promise<KeptMail> {
  let found: KeptMail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsTo(request, address)).find((mail) => subject.test(mail.subject));
        return found !== undefined;
      },
      { message: `a mail to ${address} with ${subject}`, timeout: 15_000 },
    )
    .toBe(true);
  if (!found) throw new Error(`no mail to ${address}`);
  return found;
}

/** The six digits that a mail holds. */
export function codeIn(mail: KeptMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0];
  if (!code) throw new Error(`no code in: ${mail.text}`);
  return code;
}

/** The first link into the portal that a mail holds, as a path. */
export function linkIn(mail: KeptMail, path: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((one) => one.includes(path));
  if (!link) throw new Error(`no link to ${path} in: ${mail.text}`);
  const address = new URL(link);
  return address.pathname + address.search;
}
