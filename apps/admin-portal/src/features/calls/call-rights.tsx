import { type Role, roleMessage } from '@clearcall/domain/people/roles.ts';
import { CheckField } from '@clearcall/ui/kit/field/text-field.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import { listText } from '@clearcall/ui/kit/time/date-text.ts';
import { type ReactNode, useState } from 'react';
import { idOfPlace } from '../../parts/calls/call-places.ts';
import classes from './call.module.css';
import type { OpenedCall } from './calls-queries.ts';
import { stepsOf } from './cutoffs/steps-of.ts';
import { useCallEditing } from './editing/call-editing.tsx';
import { PlaceFindings } from './editing/place-findings.tsx';

const nameOf = (role: string) => translate(roleMessage(role));

/** The rights of a call, to edit if the reader may. Those of the portal and of the organisation are shown. */
export function Rights({ call }: { call: OpenedCall }) {
  const { definition, mayEdit, edit } = useCallEditing();
  const { see, release } = call.rights;
  // Other roles cannot read applications, so their downloads would be empty.
  const downloaders: readonly Role[] = [...(release as Role[]), 'compute_centre_representative'];
  const steps = stepsOf(definition.flow).slice(1);
  const assignedBy = assigningRoles(definition.flow);
  const assigners = [...new Set([...release, ...Object.values(assignedBy).flat()])];
  return (
    <Section id="rights" title={t('setup.call.rights')}>
      <dl className={classes.rights}>
        <Right name={t('setup.right.visitors')}>
          <div id={idOfPlace(['published'])}>
            {mayEdit ? (
              <CheckField
                label={t('setup.callEditing.published')}
                hint={t('setup.right.visitorsHint')}
                checked={definition.published}
                onChange={({ currentTarget: { checked } }) =>
                  edit([{ do: 'set', at: ['published'], value: checked }])
                }
              />
            ) : (
              t(definition.published ? 'setup.publishing.shown' : 'setup.publishing.hidden')
            )}
            <PlaceFindings at={['published']} />
          </div>
        </Right>
        <Right name={t('setup.right.see')}>
          <p>{listText(see.map(nameOf))}</p>
          <p className="soft">{t('setup.right.ofPortal')}</p>
        </Right>
        <Right name={t('setup.right.download')}>
          <Roles
            at={['downloadRoles']}
            label={t('setup.right.download')}
            offered={downloaders}
            chosen={definition.downloadRoles}
          />
        </Right>
        {steps.map((step) => (
          <Right
            key={step.id}
            name={
              <>
                {t('setup.right.assign')}
                <span className={classes.step} lang={langOf(step, 'title')}>
                  {step.title}
                </span>
              </>
            }
          >
            <Roles
              at={['flow', 'steps', step.id, 'permissions', 'assign']}
              label={t('setup.right.assignStep', { step: step.title })}
              offered={assigners}
              chosen={assignedBy[step.id] ?? []}
            />
          </Right>
        ))}
        <Right name={t('setup.right.release')}>
          <p>{release.length === 0 ? t('setup.right.nobody') : listText(release.map(nameOf))}</p>
          <p className="soft">{t('setup.right.ofOrganisation')}</p>
        </Right>
      </dl>
    </Section>
  );
}

/** The roles that may assign each step, by its id. */
function assigningRoles(flow: unknown): Readonly<Record<string, readonly string[]>> {
  const { steps } = flow as { steps: { id: string; permissions?: { assign?: string[] } }[] };
  return Object.fromEntries(steps.map(({ id, permissions }) => [id, permissions?.assign ?? []]));
}

const Right = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div data-edited>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** The roles that have a right, with the button that lets them be chosen. */
function Roles(props: {
  at: readonly string[];
  label: string;
  offered: readonly string[];
  chosen: readonly string[];
}) {
  const { at, label, offered, chosen } = props;
  const { mayEdit, edit } = useCallEditing();
  const [isOpen, setOpen] = useState(false);
  // A role that has the right already stays in the list, so that it can be removed.
  const roles = [...new Set([...offered, ...chosen])];
  const set = (role: string, has: boolean) =>
    edit([{ do: 'set', at, value: roles.filter((one) => (one === role ? has : chosen.includes(one))) }]);
  return (
    <div id={idOfPlace(at)}>
      <div className={classes.roles}>
        {chosen.length === 0 ? (
          <span className="muted">{t('setup.right.nobody')}</span>
        ) : (
          chosen.map((role) => <span key={role}>{nameOf(role)}</span>)
        )}
        {mayEdit ? (
          <button
            type="button"
            className={classes.change}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'setup.right.closeOf' : 'setup.right.change', { right: label })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? 'setup.right.close' : 'setup.right.changeShort')}
          </button>
        ) : null}
      </div>
      {isOpen && mayEdit ? (
        <fieldset className={classes.choices}>
          <legend className="hidden-visually">{label}</legend>
          {roles.map((role) => (
            <CheckField
              key={role}
              label={nameOf(role)}
              checked={chosen.includes(role)}
              onChange={({ currentTarget: { checked } }) => set(role, checked)}
            />
          ))}
        </fieldset>
      ) : null}
      <PlaceFindings at={at} />
    </div>
  );
}
