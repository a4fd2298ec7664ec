import { type Kind, kinds, type TypedForm, typedForm } from '../keystroke-form.ts';

/** What the address asks for: `?fields=500&kind=text`. */
export function asked(): { form: TypedForm; page: number } {
  const query = new URLSearchParams(location.search);
  const form = typedForm(Number(query.get('fields')));
  return { form, page: kinds.indexOf(query.get('kind') as Kind) };
}

export function root(): HTMLElement {
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no root.');
  return element;
}
