import type { Readable } from 'node:stream';
import { downloadCallBundle, fetchBundle, openBundle } from '@clearcall/contract/bundles.ts';
import type { Application } from '@clearcall/domain/applications/application.ts';
import { inExtent } from '@clearcall/domain/permissions/download-call.ts';
import { mayUsePortal } from '@clearcall/domain/permissions/portals.ts';
import { askedCentres } from '@clearcall/domain/permissions/report-table.ts';
import { message } from '@clearcall/i18n/message.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import { z } from 'zod';
import { readApplication } from '../../features/applications/open.ts';
import { handOut } from '../../features/applications/printouts/hand-out.ts';
import { type DownloadRight, loadDownloadRight } from '../../features/calls/download-right.ts';
import { loadReportPartitions, pagesOfApplications } from '../../features/calls/reports/applications-of.ts';
import { authenticate, bearerToken } from '../../platform/auth/authenticate.ts';
import { type ZipEntry, zipFiles } from '../../platform/files/zip-files.ts';
import { type Actor, operation, StillMade } from '../../platform/http/bind.ts';
import { isRefusal, refusalSentence, refuse } from '../../platform/http/refuse.ts';
import { inBackground, type Platform } from '../../platform/platform.ts';
import { applicationFolder, type FolderReader, Missing } from './application-folder.ts';

/**
 * The files of the applications within the right of the reader, each application read when its turn comes and as the
 * reader sees it then. What says of whom and when comes first, so that the download begins at once.
 */
async function* bundle(
  platform: Platform,
  { call, extent }: DownloadRight & { extent: NonNullable<DownloadRight['extent']> },
  { actor, reader, waitMs }: { actor: Actor; reader: FolderReader; waitMs: number },
): AsyncGenerator<ZipEntry> {
  const { db } = platform;
  const { translator, now } = reader;
  const at = { at: now.toISOString(), timeZone: call.timeZone };
  yield {
    path: 'README.txt',
    text: `${translator.translate(message('bundles.readMe', { call: call.title, at }))}\r\n`,
  };
  const partitions = await loadReportPartitions(db, call.id);
  const { language } = translator;
  for await (const page of pagesOfApplications(db, call.id, { userId: actor.userId, language })) {
    for (const application of page) {
      const { status, conflicted } = application;
      if (!inExtent(extent, { status, conflicted, centres: askedCentres(application, partitions) })) continue;
      const seen = await readApplication(platform, actor, { key: application.uid }, now, translator);
      if (seen === null) continue;
      yield* applicationFolder(platform, seen, reader, (isGone) =>
        openPrintout(platform, seen, { actor, now, translator, waitMs, isGone }),
      );
    }
  }
}

interface BundleReader {
  actor: Actor;
  now: Date;
  translator: Translator;
  query: { wait: number };
}

/** After so long it is asked whether anybody still waits. */
const sliceMs = 2_000;

/** The PDF of an application with all that its reader may see of it, made now where there is none. */
async function openPrintout(
  platform: Platform,
  { uid }: Application,
  reader: Omit<BundleReader, 'query'> & { waitMs: number; isGone: () => boolean },
): Promise<Readable> {
  const { translator, isGone } = reader;
  const wanted = { kind: 'consolidated', key: uid } as const;
  for (let leftMs = reader.waitMs; ; leftMs -= sliceMs) {
    const waitMs = Math.max(0, Math.min(leftMs, sliceMs));
    const made = await handOut(platform, wanted, { ...reader, waitMs, location: '' });
    if (isRefusal(made)) throw new Missing(refusalSentence(made.refused, translator));
    if (!(made instanceof StillMade)) return made.stream;
    if (leftMs <= sliceMs || isGone())
      throw new Missing(translator.translate(message('bundles.missing.inTheMaking')));
  }
}

/** The bundle of a call: what it collected, as far as somebody may download it. Source: Requirements 1, 1.9. */
async function bundleFor(
  platform: Platform,
  callId: number,
  { actor, now, translator, query }: BundleReader,
) {
  const right = await loadDownloadRight(platform.db, actor, callId);
  if (right === null) return refuse('not_found');
  const { call, extent } = right;
  if (extent === null) return refuse('forbidden');
  const reader = { userId: actor.userId, now, translator };
  // Minutes of small statements: on the connections of those who do not wait.
  const entries = bundle(
    inBackground(platform),
    { call, extent },
    { actor, reader, waitMs: query.wait * 1_000 },
  );
  return {
    stream: zipFiles(entries, now),
    contentType: 'application/zip',
    filename: `${call.code}-${call.year}-${call.number}-bundle.zip`,
  };
}

export const downloadCall = operation(downloadCallBundle, ({ params, ...reader }, platform) =>
  bundleFor(platform, params.id, reader),
);

const goodForMs = 60_000;
const ticketSchema = z.strictObject({ callId: z.number(), token: z.string(), until: z.number() });
const boundTo = 'ticket of a bundle';

/**
 * An address for a browser's own download, which sends no token: its ticket holds that of the caller, sealed, so that it
 * opens what the session opens and nothing once that ended.
 */
export const address = operation(openBundle, async ({ params, actor, request }, platform) => {
  const right = await loadDownloadRight(platform.db, actor, params.id);
  if (right === null) return refuse('not_found');
  if (right.extent === null) return refuse('forbidden');
  const until = platform.now().getTime() + goodForMs;
  const ticket = { callId: params.id, token: bearerToken(request.headers.authorization) ?? '', until };
  const { key_id, nonce, sealed } = platform.vault.seal(JSON.stringify(ticket), boundTo);
  const text = JSON.stringify([key_id, nonce.toString('base64'), sealed.toString('base64')]);
  return { address: `/api/download/bundle/${Buffer.from(text).toString('base64url')}` };
});

/** What a ticket says; null where it is none of ours. */
function readTicket({ vault }: Platform, ticket: string): z.output<typeof ticketSchema> | null {
  try {
    const [keyId, nonce, sealed] = z
      .tuple([z.string(), z.base64(), z.base64()])
      .parse(JSON.parse(Buffer.from(ticket, 'base64url').toString()));
    const parts = { nonce: Buffer.from(nonce, 'base64'), sealed: Buffer.from(sealed, 'base64') };
    return ticketSchema.parse(JSON.parse(vault.open({ key_id: keyId, ...parts }, boundTo)));
  } catch {
    return null;
  }
}

export const byTicket = operation(fetchBundle, async ({ params, query, now, translator }, platform) => {
  const ticket = readTicket(platform, params.ticket);
  if (ticket === null) return refuse('not_found');
  if (ticket.until < platform.now().getTime()) return refuse('link_expired');
  const actor = await authenticate(platform, ticket.token, platform.now());
  if (actor === null) return refuse('unauthorized');
  if (!mayUsePortal(actor.app, actor.role)) return refuse('portal_forbidden');
  return bundleFor(platform, ticket.callId, { actor, now, translator, query });
});
