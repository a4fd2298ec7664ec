import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Holds the page as it stands now against WCAG 2.2 AA; a violation fails with what is wrong and where. */
export async function expectAccessible(page: Page): Promise<void> {
  // Nothing runs inside of a mail that is shown, axe neither: it would wait for ever.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).exclude('iframe[sandbox]').analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target, any }) =>
      [target.join(' '), ...any.map(({ message }) => message)].join(': '),
    ),
  }));
  expect(found, `accessibility of ${page.url()}`).toEqual([]);
}
