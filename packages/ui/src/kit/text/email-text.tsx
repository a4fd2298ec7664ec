/** An address that is broken before its @, where it has to be; the letters stay what they are. */
export function EmailText(props: { address: string }) {
  const { address } = props;
  const at = address.lastIndexOf('@');
  return at < 1 ? (
    address
  ) : (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
