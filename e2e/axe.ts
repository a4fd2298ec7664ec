import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/**
 * Holds the page as it stands now against WCAG 2.2 AA; a violation fails with what is wrong and where. A page that was
 * held against all of it and then only changed its colours is held against `contrast` alone.
 */
export async function expectAccessible(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<void> {
  const runOnly =
    rules === 'all'
      ? { type: 'tag' as const, values: tags }
      : { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };
  // What passes is not told one by one: that took half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ runOnly, resultTypes: ['violations'] });
  // Nothing runs inside of a mail that is shown, axe neither: it would wait for ever.
  const { violations } = await axe.exclude('iframe[sandbox]').analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, any }) =>
      [target.join(' '), ...any.map(({ message }) => message)].join(': '),
    ),
  }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}
