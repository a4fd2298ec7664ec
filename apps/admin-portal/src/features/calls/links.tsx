import { callDocumentAddress } from '@clearcall/domain/calls/call-document.ts';
import { isSafeAddress } from '@clearcall/domain/values/rich-text.ts';
import { Section } from '@clearcall/ui/kit/page/page-head.tsx';
import { langOf } from '@clearcall/ui/kit/text/author-language.ts';
import { fileKindText, sizeText } from '@clearcall/ui/kit/text/number-text.ts';
import { t } from '@clearcall/ui/kit/text/translate.ts';
import { dateText } from '@clearcall/ui/kit/time/date-text.ts';
import classes from './call.module.css';
import type { OpenedCall } from './calls-queries.ts';
import { LinkState, LinksChecked, useLinkChecks } from './link-checks.tsx';

type Document = OpenedCall['documents'][number];

/** The links of a call. */
export function Links({ call }: { call: OpenedCall }) {
  const { link1, link2, guidelineReviewer, termsOfReference } = call.links;
  const ofLinks = langOf(call, 'links');
  const links = [
    { key: 'terms', title: t('setup.link.terms'), address: termsOfReference },
    { key: 'guideline', title: t('setup.link.guideline'), address: guidelineReviewer },
    { key: 'link1', title: link1?.title, address: link1?.address, lang: ofLinks },
    { key: 'link2', title: link2?.title, address: link2?.address, lang: ofLinks },
  ].filter(({ address }) => address);
  const addressOf = ({ name }: Document) => callDocumentAddress(call.id, name);
  const checks = useLinkChecks(call.id);
  const checkOf = (address: string) => checks.links.find((link) => link.address === address)?.check;
  const inText = checks.links.filter(({ address }) => !links.some((link) => link.address === address));
  return (
    <Section
      id="links"
      title={t('setup.call.links')}
      aside={<LinksChecked callId={call.id} checks={checks} />}
    >
      {links.length === 0 ? <p className="soft">{t('setup.link.none')}</p> : null}
      <ul className={classes.links}>
        {links.map(({ key, title, address = '', lang }) => (
          <li key={key}>
            <b lang={lang}>{title}</b>
            <span>{isSafeAddress(address) ? <a href={address}>{address}</a> : address}</span>
            <FileFacts
              document={call.documents.find((document) => addressOf(document) === address)}
              zone={call.timeZone}
            />
            <LinkState check={checkOf(address)} zone={call.timeZone} />
          </li>
        ))}
        {inText.map(({ address, check }) => (
          <li key={`text ${address}`}>
            <b>{t('links.inText')}</b>
            <span>
              <a href={address}>{address}</a>
            </span>
            <LinkState check={check} zone={call.timeZone} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Kind, size and day of a file. */
function FileFacts({ document, zone }: { document: Document | undefined; zone: string }) {
  if (document === undefined) return null;
  const { filename, sizeBytes, uploadedAt } = document;
  const facts = [fileKindText(filename), sizeText(sizeBytes), dateText(uploadedAt, zone)];
  return <span className="muted nowrap">{facts.filter((fact) => fact !== '').join(', ')}</span>;
}
