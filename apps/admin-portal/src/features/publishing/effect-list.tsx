import { t } from '@clearcall/ui/kit/text/translate.ts';
import { coarseText } from '../../parts/record/coarse-text.ts';
import classes from './publishing.module.css';
import type { Check } from './publishing-queries.ts';

/** What a publication does to people and applications, in numbers. */
export function EffectList({ check }: { check: Check }) {
  return (
    <ul className={classes.effect}>
      {effectSentences(check).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function effectSentences({ effect, newFlow, version, applications, differences }: Check): string[] {
  if (differences.length === 0) return [t('publishing.changes.none')];
  const counts = {
    drafts: coarseText(applications.drafts),
    submitted: coarseText(applications.submitted),
  };
  const emails = effect.mailingList > 0 ? [t('publishing.effect.mailing', { n: effect.mailingList })] : [];
  return [
    ...(effect.opens === 'now' ? [t('publishing.effect.opensNow')] : []),
    ...(effect.opens === 'later' ? [t('publishing.effect.opensLater')] : []),
    ...(emails.length === 0 ? [t('publishing.effect.noEmails')] : emails),
    ...(newFlow
      ? [
          t('publishing.effect.newFlow', { n: version + 1 }),
          t('publishing.effect.stay', { ...counts, n: version }),
        ]
      : [t('publishing.effect.applications', counts)]),
  ];
}
