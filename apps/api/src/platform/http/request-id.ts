const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The number that a browser gave its request, or null where it gave none of our form: it stands in logs and reports. */
export function requestIdOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && form.test(header) ? header : null;
}
