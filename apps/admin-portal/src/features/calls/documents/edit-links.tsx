import { documentOfAddress } from '@clearcall/domain/calls/definition/call-definition.ts';
import {
  addLink,
  completeAddress,
  type FixedLink,
  fixedLinks,
  type OwnLink,
  ownLinks,
  removeLink,
  setTarget,
  swapLinks,
} from '@clearcall/domain/calls/definition/call-links.ts';
import { Button, IconButton } from '@clearcall/ui/kit/button.tsx';
import fields from '@clearcall/ui/kit/field/field.module.css';
import { SelectField } from '@clearcall/ui/kit/field/select-field.tsx';
import { Icon } from '@clearcall/ui/kit/icon.tsx';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { authorLanguage } from '@clearcall/ui/kit/text/author-language.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { idOfPlace } from '../../../parts/calls/call-places.ts';
import type { OpenedCall } from '../calls-queries.ts';
import { useCallEditing } from '../editing/call-editing.tsx';
import { DraftField } from '../editing/draft-field.tsx';
import { textChange, textIn } from '../editing/draft-texts.ts';
import { LanguageSwitch } from '../editing/language-switch.tsx';
import { PlaceFindings } from '../editing/place-findings.tsx';
import { LinkState, LinksChecked, useLinkChecks } from '../link-checks.tsx';
import classes from './documents.module.css';
import { documentTitle } from './use-documents.ts';

/** Stands for an address that is no document, in the choice of targets. */
const elsewhere = 'elsewhere';

const labelsOf = (link: string) => ({ label: link, addressLabel: t('setup.links.address', { link }) });

/** Edits the links of a call: those that the portal names, and two with titles of their own. */
export function EditLinks({ call }: { call: OpenedCall }) {
  const { definition, language, edit } = useCallEditing();
  const { links } = definition;
  const checks = useLinkChecks(call.id);
  const given = ownLinks.filter((name) => links[name] !== undefined);
  const [focused, focus] = useState<string | null>(null);
  useEffect(() => {
    if (focused === null) return;
    focus(null);
    document.getElementById(focused)?.querySelector<HTMLElement>('input, button:not(:disabled)')?.focus();
  }, [focused]);
  const stateOf = (address: string | undefined) => (
    <LinkState
      check={checks.links.find((link) => link.address === address)?.check}
      zone={definition.timeZone}
    />
  );
  const known = [...ownLinks.map((name) => links[name]?.address), ...fixedLinks.map((name) => links[name])];
  const inText = checks.links.filter(({ address }) => !known.includes(address));
  return (
    <Section
      id="links"
      title={t('setup.call.links')}
      aside={<LinksChecked callId={call.id} checks={checks} />}
    >
      {given.length === 0 ? null : (
        <div className={classes.languages}>
          <LanguageSwitch />
        </div>
      )}
      {/* A field shows another text in each language. */}
      <ul key={language} className={classes.documents}>
        {fixedLinks.map((name) => (
          <li key={name} id={idOfPlace(['links', name])}>
            <Target
              name={name}
              {...labelsOf(t(name === 'termsOfReference' ? 'setup.link.terms' : 'setup.link.guideline'))}
              address={links[name]}
            />
            {stateOf(links[name])}
            <PlaceFindings at={['links', name]} />
          </li>
        ))}
        {given.map((name, nth) => (
          <OwnLinkRow
            key={name}
            name={name}
            nth={nth}
            of={given.length}
            state={stateOf(links[name]?.address)}
            focus={focus}
          />
        ))}
        {inText.map(({ address }) => (
          <li key={`text ${address}`} className={classes.inText}>
            <b>{t('links.inText')}</b> <a href={address}>{address}</a> {stateOf(address)}
          </li>
        ))}
      </ul>
      {given.length === ownLinks.length ? null : (
        <p className={classes.add}>
          <Button
            leftSection={<Icon name="plus" />}
            onClick={() => {
              edit(addLink(definition));
              focus(idOfPlace(['links', given.length === 0 ? 'link1' : 'link2']));
            }}
          >
            {t('setup.links.add')}
          </Button>
        </p>
      )}
    </Section>
  );
}

function OwnLinkRow(props: {
  name: OwnLink;
  nth: number;
  of: number;
  state: ReactNode;
  focus: (id: string) => void;
}) {
  const { name, nth, of, state, focus } = props;
  const { definition, language, edit } = useCallEditing();
  const organisation = authorLanguage();
  const link = definition.links[name];
  if (link === undefined) return null;
  const at = ['links', name];
  const n = nth + 1;
  const swap = (to: OwnLink) => {
    edit(swapLinks(definition));
    focus(`${idOfPlace(['links', to])}-moves`);
  };
  return (
    <li id={idOfPlace(at)}>
      <div className={fields.fields}>
        <DraftField
          at={[...at, 'title', language]}
          stored={textIn(link.title, language, organisation)}
          write={(text) => [textChange([...at, 'title'], link.title, { language, text, organisation })]}
          label={t('setup.links.title', { n })}
          lang={language}
          placeholder={language === organisation ? undefined : textIn(link.title, organisation, organisation)}
          maxLength={200}
        />
      </div>
      <Target
        name={name}
        label={t('setup.links.target', { n })}
        addressLabel={t('setup.links.addressOf', { n })}
        address={link.address}
      />
      <div className={classes.line}>
        {state}
        <div id={`${idOfPlace(at)}-moves`} className={classes.actions}>
          <IconButton
            icon="arrow-up"
            label={t('setup.links.up', { n })}
            disabled={nth === 0}
            onClick={() => swap('link1')}
          />
          <IconButton
            icon="arrow-down"
            label={t('setup.links.down', { n })}
            disabled={nth === of - 1}
            onClick={() => swap('link2')}
          />
          <IconButton
            icon="trash"
            label={t('setup.links.remove', { n })}
            onClick={() => {
              edit(removeLink(definition, name));
              focus('links');
            }}
          />
        </div>
      </div>
      <PlaceFindings at={at} />
    </li>
  );
}

/** Chooses where a link leads: to a document of the call, or to an address. */
function Target(props: {
  name: OwnLink | FixedLink;
  label: string;
  addressLabel: string;
  address: string | undefined;
}) {
  const { name, label, addressLabel, address = '' } = props;
  const { definition, edit } = useCallEditing();
  const document = documentOfAddress(address);
  const isOwn = name === 'link1' || name === 'link2';
  const place = isOwn ? ['links', name, 'address'] : ['links', name];
  return (
    <div className={fields.fields}>
      <div className={fields.half}>
        <SelectField
          label={label}
          value={
            address === '' || (isOwn && document === null) ? '' : document === null ? elsewhere : address
          }
          unset={t(isOwn ? 'setup.links.elsewhere' : 'setup.links.none')}
          choices={[
            ...definition.documents.map((one, nth) => {
              const { title, lang } = documentTitle(one, nth);
              return { value: `document:${one.id}`, label: title, lang };
            }),
            ...(isOwn ? [] : [{ value: elsewhere, label: t('setup.links.elsewhere') }]),
          ]}
          set={(chosen) =>
            edit(setTarget(name, chosen === elsewhere || (isOwn && chosen === '') ? 'https://' : chosen))
          }
        />
      </div>
      {address === '' || document !== null ? null : (
        <DraftField
          at={place}
          stored={address}
          write={(typed) => setTarget(name, completeAddress(typed))}
          label={addressLabel}
          width="half"
          maxLength={2000}
        />
      )}
    </div>
  );
}
