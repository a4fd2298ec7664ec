import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { type CallSection, hashOfPlace, sectionOf } from '../../parts/calls/call-places.ts';
import classes from './publishing.module.css';
import type { Finding } from './publishing-queries.ts';

const sectionId = 'findings';

/** Moves the focus to the link of the first finding. */
export const focusFirstFinding = () => document.querySelector<HTMLElement>(`#${sectionId} a`)?.focus();

/** The first place of a finding in each section of the call. */
const placesOf = ({ at }: Finding): [CallSection, Address][] => [
  ...new Map(at.toReversed().map((place): [CallSection, Address] => [sectionOf(place), place])),
];

/** Errors first; each leads to its places. */
export function FindingList({ id, findings }: { id: string; findings: readonly Finding[] }) {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  return (
    <Section
      id={sectionId}
      title={t('setup.publishing.findings')}
      aside={
        findings.length === 0 ? null : (
          <span className="small muted">
            {t('setup.publishing.findings.count', { errors: errors.length, warnings: warnings.length })}
          </span>
        )
      }
    >
      {findings.length === 0 ? (
        <p className="soft">{t('setup.publishing.findings.none')}</p>
      ) : (
        <ul className={classes.findings}>
          {[...errors, ...warnings].map((finding) => (
            <li key={`${finding.rule} ${finding.text}`}>
              <span data-severity={finding.severity}>
                <Icon name={finding.severity === 'error' ? 'warning' : 'info'} />
              </span>
              <div>
                <p>
                  <span className="hidden-visually">
                    {t(`setup.publishing.finding.${finding.severity}`)}{' '}
                  </span>
                  {finding.text}
                </p>
                <p className={classes.places}>
                  {placesOf(finding).map(([section, at]) => (
                    <Link key={section} to="/calls/$id" params={{ id }} hash={hashOfPlace(at)}>
                      {section === 'flow'
                        ? t('setup.publishing.finding.call')
                        : t('setup.publishing.finding.go', { place: t(`setup.call.${section}`) })}
                    </Link>
                  ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
