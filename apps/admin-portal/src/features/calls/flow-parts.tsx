import { isWithin } from '@clearcall/domain/calls/definition/change.ts';
import type { Address } from '@clearcall/domain/calls/definition/finding.ts';
import type { Element, Form } from '@clearcall/domain/forms/types.ts';
import { roleMessage } from '@clearcall/domain/people/roles.ts';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { numberText } from '@clearcall/ui/kit/text/number-text.ts';
import { quoting } from '@clearcall/ui/kit/text/quoting.tsx';
import { t, translate } from '@clearcall/ui/kit/text/translate.ts';
import type { ReactNode } from 'react';
import { idOfPlace } from '../../parts/calls/call-places.ts';
import { flowPlaceName, flowTrail, quotesIn } from '../../parts/calls/flow-names.ts';
import { stepsOf } from './cutoffs/steps-of.ts';
import { useCallEditing } from './editing/call-editing.tsx';
import classes from './flow-parts.module.css';

/** As far as this section reads it. */
interface FlowOutline {
  steps?: readonly { id: string; forms: readonly Pick<Form, 'elements'>[] }[];
  automations?: readonly unknown[];
  templates?: readonly unknown[];
}

const fieldsOf = (elements: readonly Element[]): number =>
  elements.reduce((sum, { children = [] }) => sum + 1 + children.length, 0);

/** The steps of a call with the size of their forms, its automations and emails, and the findings about each. */
export function FlowParts() {
  const { definition } = useCallEditing();
  const { steps = [], automations = [], templates = [] } = definition.flow as FlowOutline;
  return (
    <Section id="flow" title={t('setup.call.flow')}>
      <ul className={classes.parts}>
        {stepsOf(definition.flow).map((step) => {
          const forms = steps.find(({ id }) => id === step.id)?.forms ?? [];
          const fields = forms.reduce((sum, { elements }) => sum + fieldsOf(elements), 0);
          return (
            <Part
              key={step.id}
              at={['flow', 'steps', step.id]}
              name={<span lang={langOf(step, 'title')}>{step.title}</span>}
              role={translate(roleMessage(step.ownerRole))}
              size={
                fields === 0
                  ? t('setup.call.flow.noForm')
                  : t('setup.call.flow.forms', { forms: forms.length, fields })
              }
            />
          );
        })}
        {[['automations', automations] as const, ['templates', templates] as const].map(([list, things]) => (
          <Part
            key={list}
            at={['flow', list]}
            name={t(`setup.call.flow.${list}`)}
            size={numberText(things.length)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Part({ at, name, role, size }: { at: Address; name: ReactNode; role?: string; size: string }) {
  const { definition, findings } = useCallEditing();
  const found = findings
    .map((finding) => ({ ...finding, at: finding.at.filter((place) => isWithin(place, at)) }))
    .filter((finding) => finding.at.length > 0);
  return (
    <li id={idOfPlace(at)} tabIndex={-1}>
      <span>{name}</span>
      <span className="muted">{role}</span>
      <span className="muted">{size}</span>
      {found.map(({ at: places, text, severity }) => (
        <p key={text} data-severity={severity}>
          <Icon name={severity === 'error' ? 'warning' : 'info'} />
          <span>
            {quoting(text, ...quotesIn(definition.flow, text))}
            <span className={classes.places}>
              {[...new Map(places.map((place) => [idOfPlace(place), place]))].map(([id, place]) => (
                <b key={id} id={id} tabIndex={-1}>
                  {quoting(flowPlaceName(definition.flow, place), ...flowTrail(definition.flow, place))}
                </b>
              ))}
            </span>
          </span>
        </p>
      ))}
    </li>
  );
}
