import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';

/** A file that travels with a mail; opened when the mail is sent, and streamed, so that it is never whole in memory. */
export interface Attachment {
  filename: string;
  contentType: string;
  open: () => Promise<Readable>;
}

/** What most mail servers let through, with what the encoding adds. Larger files are fetched in the portal. */
export const maxAttachedBytes = 10_000_000;

interface OutgoingMail {
  /** With angle brackets. The same when a mail has to be sent again, so that it can be known as the same. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Not kept where mails are kept: such a mail says where else the file is. */
  attachments: readonly Attachment[];
  /** Where programs of the reader may leave the list that this mail went to (RFC 8058); null: it went to no list. */
  leaveLink: string | null;
}

/** What mail programs act on: no answers from absent people, and a button of their own to leave a list. */
function headersOf({ leaveLink }: OutgoingMail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(leaveLink === null
      ? {}
      : { 'List-Unsubscribe': `<${leaveLink}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}

/** refused: the server will never take it, whenever one asks again. Everything passing throws, to be tried again. */
type Sending = { ok: true } | { ok: false; reason: string };
export type SendMail = (mail: OutgoingMail) => Promise<Sending>;

/** Sends by the mail server of the settings, or keeps mails in the database where there is none. */
export function createMailer(
  { smtpUrl }: Config,
  world: { db: Db; now: () => Date; newId: () => string },
): SendMail {
  return smtpUrl === null ? keeper(world) : smtpSender(smtpUrl);
}

function smtpSender(smtpUrl: string): SendMail {
  const transport = import('nodemailer').then(({ default: nodemailer }) =>
    // A server that hangs must not hold a worker for the minutes that the mailer would wait by itself.
    nodemailer.createTransport(
      { url: smtpUrl, connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 },
      {
        // What people wrote never names a file or an address that the mailer would fetch.
        disableFileAccess: true,
        disableUrlAccess: true,
      },
    ),
  );
  return async (mail) => {
    try {
      await (await transport).sendMail({
        messageId: mail.messageId,
        from: mail.from,
        // As an object, so that no text can become a second address.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        attachments: await Promise.all(
          mail.attachments.map(async ({ open, ...file }) => ({ ...file, content: await open() })),
        ),
        headers: headersOf(mail),
      });
      return { ok: true };
    } catch (error) {
      if (isFinal(error)) return { ok: false, reason: error.message };
      throw error;
    }
  };
}

// RFC 5321: 5yz is final. Only for the address and the content; 535 (credentials) is ours to mend.
function isFinal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'responseCode' in error &&
    Number(error.responseCode) >= 550 &&
    Number(error.responseCode) < 560 &&
    'code' in error &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  );
}

const unreachableCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROXY',
]);

/** Whether nothing can be sent just now, to nobody: the server does not answer, or does not let us in. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && unreachableCodes.has(String(error.code));

function keeper({ db, now, newId }: { db: Db; now: () => Date; newId: () => string }): SendMail {
  return async (mail) => {
    await db
      .insertInto('kept_mails')
      .values({
        id: newId(),
        recipient: mail.to,
        sender: mail.from,
        subject: mail.subject,
        text_body: mail.text,
        html_body: mail.html,
        message_id: mail.messageId,
        headers: JSON.stringify(headersOf(mail)),
        kept_at: now(),
      })
      .onConflict((conflict) => conflict.column('message_id').doNothing())
      .execute();
    return { ok: true };
  };
}
