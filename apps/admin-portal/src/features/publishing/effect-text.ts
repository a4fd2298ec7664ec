import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { t, unitText } from '@clearcall/ui/kit/text/translate.ts';
import { coarseText } from '../../parts/record/coarse-text.ts';
import { cutoffName } from './difference-text.ts';
import type { Check } from './publishing-queries.ts';

/** What a publication does, a sentence for each effect. */
export function effectSentences(
  { effect, newFlow, version, applications, needsApproval, planned, partitions }: Check,
  definition: CallDefinition,
): string[] {
  const counts = {
    drafts: coarseText(applications.drafts),
    submitted: coarseText(applications.submitted),
  };
  const waitsForApproval = planned === null ? needsApproval : planned.dueAt === null;
  const emails = [
    ...(effect.mailingList > 0 ? [t('setup.publishing.effect.mailing', { n: effect.mailingList })] : []),
    ...effect.extended.map(({ cutoff, drafts }) =>
      t('setup.publishing.effect.extended', {
        cutoff: cutoffName(cutoff, definition),
        drafts: coarseText(drafts),
      }),
    ),
  ];
  return [
    ...(effect.opens === 'now' ? [t('setup.publishing.effect.opensNow')] : []),
    ...(effect.opens === 'later' ? [t('setup.publishing.effect.opensLater')] : []),
    ...(emails.length === 0 ? [t('setup.publishing.effect.noEmails')] : emails),
    ...(newFlow
      ? [
          planned?.fromCutoff == null
            ? t('setup.publishing.effect.newFlow', { n: version + 1 })
            : t('setup.from.effect', {
                cutoff: cutoffName(planned.fromCutoff, definition),
                n: version + 1,
              }),
          // Before the first version nobody could apply.
          ...(version === 0 ? [] : [t('setup.publishing.effect.stay', { ...counts, n: version })]),
        ]
      : [t('setup.publishing.effect.applications', counts)]),
    ...aboveSentences({ effect, partitions }, definition),
    ...(needsApproval && planned === null ? [t('setup.approval.needed')] : []),
    ...(effect.waits
      ? [t(waitsForApproval ? 'setup.publishing.effect.waitsApproved' : 'setup.publishing.effect.waits')]
      : []),
  ];
}

/** The drafts that ask for more than a new limit allows, and what becomes of them. */
function aboveSentences(
  { effect, partitions }: Pick<Check, 'effect' | 'partitions'>,
  definition: CallDefinition,
): string[] {
  const { unit } = definition;
  const sentences = effect.above.map(({ partition, limit, drafts }) =>
    t('setup.publishing.effect.above', {
      partition: partitions.find(({ id }) => id === partition)?.name ?? partition,
      limit: numberText(limit),
      unit: unitText(unit),
      drafts: coarseText(drafts),
    }),
  );
  return sentences.length === 0 ? [] : [...sentences, t('setup.publishing.effect.aboveThen')];
}
