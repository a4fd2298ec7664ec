import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { Link } from '@tanstack/react-router';
import { hashOfPlace, sectionOf } from '../../parts/calls/call-places.ts';
import { flowPlaceName, flowTrail, quotesIn } from '../../parts/calls/flow-names.ts';
import classes from './publishing.module.css';
import type { Finding } from './publishing-queries.ts';

const sectionId = 'findings';

/** Moves the focus to the link of the first finding. */
export const focusFirstFinding = () => document.querySelector<HTMLElement>(`#${sectionId} a`)?.focus();

/** The places of a finding by their words: the first of each section, and of the flow each thing. */
const placesOf = ({ at }: Finding, flow: unknown) =>
  new Map(
    at.toReversed().map((place): [string, Address] => {
      const section = sectionOf(place);
      const name = section === 'flow' ? flowPlaceName(flow, place) : '';
      return [name || t(`setup.call.${section}`), place];
    }),
  );

/** Errors first; each leads to its places. */
export function FindingList({
  id,
  findings,
  flow,
}: {
  id: string;
  findings: readonly Finding[];
  flow: unknown;
}) {
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
                  {quoting(finding.text, ...quotesIn(flow, finding.text))}
                </p>
                <p className={classes.places}>
                  {[...placesOf(finding, flow)].toReversed().map(([place, at]) => (
                    <Link key={place} to="/calls/$id" params={{ id }} hash={hashOfPlace(at)}>
                      {quoting(t('setup.publishing.finding.go', { place }), ...flowTrail(flow, at))}
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
