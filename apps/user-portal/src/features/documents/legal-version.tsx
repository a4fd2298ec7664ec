import { usePrivacy } from './use-privacy.ts';

/** Which version of a text this is: the one that people agree to. */
export function LegalVersion(props: { of: 'terms' | 'privacy' }) {
  const { data } = usePrivacy();
  return (
    <p>
      This is version {data?.legalVersions[props.of] ?? '…'}. When the words change, so does the version, and
      you are asked to accept the new one the next time you log in.
    </p>
  );
}
