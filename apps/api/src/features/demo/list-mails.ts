import type { listKeptMails } from '@clearcall/contract/demo.ts';
import type { Call, Outcome, Platform } from '../../platform/http/bind.ts';

type Endpoint = typeof listKeptMails;

const most = 100;

/** The kept mails, newest first; with `to`, those to that address. */
export async function listMails({ query }: Call<Endpoint>, { db }: Platform): Promise<Outcome<Endpoint>> {
  let mails = db
    .selectFrom('kept_mails')
    .select([
      'id',
      'recipient',
      'sender',
      'subject',
      'text_body',
      'html_body',
      'headers',
      'message_id',
      'kept_at',
    ])
    .orderBy('kept_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most);
  if (query.to !== undefined) mails = mails.where('recipient', '=', query.to);
  const rows = await mails.execute();
  return rows.map((row) => ({
    id: row.id,
    to: row.recipient,
    from: row.sender,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    headers: { 'Message-ID': row.message_id, ...row.headers },
    sentAt: row.kept_at.toISOString(),
  }));
}
