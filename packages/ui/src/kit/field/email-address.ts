// The rule of the API for addresses, written out, so that no validator has to be loaded for it.
const pattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether a text is an e-mail address as the API takes it: spaces around it do not count, at most 254 characters. */
export function isEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= 254 && pattern.test(address);
}
