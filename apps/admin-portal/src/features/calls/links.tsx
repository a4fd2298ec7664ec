import { documentOfAddress } from '@clearcall/domain/calls/definition/call-definition.ts';
import { isSafeAddress } from '@clearcall/domain/values/rich-text.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { quotedText } from '../../parts/calls/flow-names.ts';
import classes from './call.module.css';
import { documentTitle } from './documents/use-documents.ts';
import { useCallEditing } from './editing/call-editing.tsx';
import { LinkState, LinksChecked, useLinkChecks } from './link-checks.tsx';

/** The links of a call. */
export function Links() {
  const { id, definition } = useCallEditing();
  const { link1, link2, guidelineReviewer, termsOfReference } = definition.links;
  const own = (link: typeof link1) => ({ ...quotedText(link?.title), address: link?.address });
  const fixed = (title: string, address: string | undefined) => ({ title, address, lang: undefined });
  const links = [
    { key: 'terms', ...fixed(t('setup.link.terms'), termsOfReference) },
    { key: 'guideline', ...fixed(t('setup.link.guideline'), guidelineReviewer) },
    { key: 'link1', ...own(link1) },
    { key: 'link2', ...own(link2) },
  ].filter(({ address }) => address);
  const checks = useLinkChecks(id);
  const checkOf = (address: string) => checks.links.find((link) => link.address === address)?.check;
  const inText = checks.links.filter(({ address }) => !links.some((link) => link.address === address));
  return (
    <Section id="links" title={t('setup.call.links')} aside={<LinksChecked callId={id} checks={checks} />}>
      {links.length === 0 ? <p className="soft">{t('setup.link.none')}</p> : null}
      <ul className={classes.links}>
        {links.map(({ key, title, address = '', lang }) => (
          <li key={key}>
            <b lang={lang}>{title}</b>
            <Target address={address} />
            <LinkState check={checkOf(address)} zone={definition.timeZone} />
          </li>
        ))}
        {inText.map(({ address, check }) => (
          <li key={`text ${address}`}>
            <b>{t('links.inText')}</b>
            <span>
              <a href={address}>{address}</a>
            </span>
            <LinkState check={check} zone={definition.timeZone} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** An address, or the title of the document that it names. */
function Target({ address }: { address: string }) {
  const { documents } = useCallEditing().definition;
  const name = documentOfAddress(address);
  const nth = documents.findIndex(({ id }) => id === name);
  const document = documents[nth];
  if (document !== undefined) {
    const { title, lang } = documentTitle(document, nth);
    return <span lang={lang}>{title}</span>;
  }
  return <span>{isSafeAddress(address) ? <a href={address}>{address}</a> : address}</span>;
}
