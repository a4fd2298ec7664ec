import { message } from '@clearcall/i18n/message.ts';
import { z } from 'zod';
import { mailKind } from './letter.ts';
import { momentFact } from './moment.ts';

const text = z.string();

const notLive = (call: string, refused: string | undefined) =>
  message(refused === undefined ? 'mails.publicationFailed.text' : 'mails.publicationFailed.refused', {
    call,
  });

/** Mails about what a call collected. */
export const callMails = {
  applications_report: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      filename: text,
      applications: z.number().int(),
      /** For readers who may know how many there are. */
      drafts: z.number().int().optional(),
      /** Whether the file comes with the mail. */
      way: z.enum(['attached', 'ready for download']),
      /** ISO instant. */
      keptUntil: text,
      /** The call's own zone, as an IANA name. */
      timeZone: text,
      link: text,
    }),
    ({ name, callTitle, filename, applications, drafts, way, keptUntil, timeZone, link }) => ({
      subject: message('mails.report.subject', { call: callTitle }),
      preview:
        way === 'attached'
          ? message('mails.report.previewAttached', { n: applications })
          : message('mails.report.previewReady', { n: applications }),
      name,
      heading: message('mails.report.heading'),
      paragraphs: [
        message(way === 'attached' ? 'mails.report.attached' : 'mails.report.ready'),
        message('mails.report.text2'),
      ],
      facts: [
        { label: message('mails.fact.call'), value: callTitle },
        {
          label: message('mails.report.fact1'),
          value: message('mails.report.count', { n: applications }),
        },
        ...(drafts === undefined
          ? []
          : [{ label: message('mails.report.fact2'), value: message('mails.report.count', { n: drafts }) }]),
        { label: message('mails.fact.file'), value: filename },
        momentFact(message('mails.fact.keptUntil'), keptUntil, timeZone),
      ],
      button: { label: message('mails.report.button'), link },
      notes: [message('mails.report.note1')],
      reason: message('mails.report.reason'),
    }),
  ),

  applications_report_failed: mailKind(
    z.strictObject({ name: text, callTitle: text, link: text }),
    ({ name, callTitle, link }) => ({
      subject: message('mails.reportFailed.subject', { call: callTitle }),
      preview: message('mails.reportFailed.preview'),
      name,
      heading: message('mails.reportFailed.heading'),
      paragraphs: [message('mails.reportFailed.text')],
      facts: [{ label: message('mails.fact.call'), value: callTitle }],
      button: { label: message('mails.reportFailed.button'), link },
      notes: [],
      reason: message('mails.report.reason'),
    }),
  ),

  cutoff_extended: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      /** ISO instants; null: the cut-off has no end any more. */
      from: text,
      until: text.nullable(),
      timeZone: text,
      link: text,
    }),
    ({ name, callTitle, from, until, timeZone, link }) => ({
      subject: message('mails.cutoffExtended.subject', { call: callTitle }),
      preview: message('mails.cutoffExtended.text1', { call: callTitle }),
      name,
      heading: message('mails.cutoffExtended.heading'),
      paragraphs: [
        message('mails.cutoffExtended.text1', { call: callTitle }),
        message('mails.cutoffExtended.text2'),
      ],
      facts: [
        { label: message('mails.fact.call'), value: callTitle },
        momentFact(message('mails.cutoffExtended.was'), from, timeZone),
        until === null
          ? { label: message('mails.fact.cutOff'), value: message('mails.cutoffExtended.noEnd') }
          : momentFact(message('mails.fact.cutOff'), until, timeZone),
      ],
      button: { label: message('mails.cutoffExtended.button'), link },
      notes: [],
      reason: message('mails.cutoffExtended.reason'),
    }),
  ),

  publication_failed: mailKind(
    z.strictObject({
      name: text,
      callTitle: text,
      /** What prevents the publication, in the language of the reader. */
      findings: z.array(text),
      /** Why another administrator did not approve it; absent if it had errors when it was due. */
      refused: text.optional(),
      link: text,
    }),
    ({ name, callTitle, findings, refused, link }) => ({
      subject: message('mails.publicationFailed.subject', { call: callTitle }),
      preview: notLive(callTitle, refused),
      name,
      heading: message('mails.publicationFailed.heading'),
      paragraphs: [notLive(callTitle, refused), ...(refused === undefined ? findings : [refused])],
      facts: [{ label: message('mails.fact.call'), value: callTitle }],
      button: { label: message('mails.publicationFailed.button'), link },
      notes: [],
      reason: message('mails.publicationFailed.reason'),
    }),
  ),
};
