import type { Element } from '@clearcall/domain/forms/types.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { startTexts } from '../../kit/text/translate.ts';
import type { ControlProps } from '../skin.ts';
import { FormProvider, type FormServices } from '../use-form.tsx';
import { checkbox } from './checkbox.tsx';

await startTexts(['frame', 'forms'], 'en');

/** Where the links of a box to tick lead. */
function linksOf(
  link: NonNullable<Element['config']['link']>,
  privacy: string | null = '/privacy',
): string[] {
  const element: Element = { id: 'a', type: 'checkbox', title: 'I accept', config: { link }, effects: [] };
  const services = { links: { terms: '/terms', privacy, terms_of_reference: '/reference.pdf' } };
  const { Control } = checkbox;
  const given = { element, state: { values: [], required: true }, id: 'a', invalid: false };
  const html = renderToStaticMarkup(
    <FormProvider value={services as unknown as FormServices}>
      <Control {...(given as unknown as ControlProps)} />
    </FormProvider>,
  );
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, to = '']) => to);
}

it('leads from the terms to the terms of use and to the privacy policy', () => {
  expect(linksOf('terms')).toEqual(['/terms', '/privacy']);
  expect(linksOf('terms', null)).toEqual(['/terms']);
  expect([linksOf('privacy'), linksOf('terms_of_reference')]).toEqual([['/privacy'], ['/reference.pdf']]);
});
