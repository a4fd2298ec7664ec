import { t } from '@clearcall/ui/kit/text/translate.ts';
import { usePrivacy } from './use-privacy.ts';

/** Which version of a text this is: the one that people agree to. */
export function LegalVersion(props: { of: 'terms' | 'privacy' }) {
  const { data } = usePrivacy();
  return <p>{t('documents.version', { version: data?.legalVersions[props.of] ?? '…' })}</p>;
}
