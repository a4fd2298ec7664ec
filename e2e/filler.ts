import { expect, type Locator, type Page } from '@playwright/test';
import { smallPdf } from './pdf.ts';

/** What a person does in one field, by the name that the field has on the page. */
export type Answer =
  | { write: string; into: string }
  | { choose: string; of: string }
  /** A long list: type some of it, take what is found. */
  | { find: string; take: string; of: string }
  | { tick: string }
  | { tickAll: string[]; of: string }
  | { list: string[]; into: string }
  | { upload: string; into: string };

/** Answers inside `row`, or on the whole page when there is none. */
export async function answer(scope: Locator, answers: readonly Answer[]): Promise<void> {
  for (const one of answers) {
    if ('write' in one) {
      await scope.getByRole('textbox', { name: one.into, exact: true }).fill(one.write);
    } else if ('choose' in one) {
      const open = scope.getByRole('radiogroup', { name: one.of, exact: true });
      if ((await open.count()) > 0) await open.getByRole('radio', { name: one.choose, exact: true }).check();
      else
        await scope.getByRole('combobox', { name: one.of, exact: true }).selectOption({ label: one.choose });
    } else if ('find' in one) {
      const box = scope.getByRole('combobox', { name: one.of, exact: true });
      await box.fill(one.find);
      await scope.page().getByRole('listbox').getByRole('option', { name: one.take }).first().click();
      await expect(box).toHaveValue(new RegExp(one.take.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
    } else if ('tickAll' in one) {
      const group = scope.getByRole('group', { name: one.of });
      for (const name of one.tickAll) await group.getByRole('checkbox', { name, exact: true }).check();
    } else if ('tick' in one) {
      await scope.getByRole('checkbox', { name: one.tick, exact: true }).check();
    } else if ('list' in one) {
      const box = scope.getByRole('textbox', { name: one.into, exact: true });
      for (const item of one.list) {
        await box.fill(item);
        await box.press('Enter');
      }
    } else {
      await scope
        .locator('input[type=file]')
        .and(scope.getByLabel(one.into))
        .setInputFiles({ name: one.upload, mimeType: 'application/pdf', buffer: smallPdf(one.upload) });
      // Its name alone stands there while it is still on its way.
      await expect(scope.getByRole('button', { name: `Download ${one.upload}` }).first()).toBeVisible();
    }
  }
}

/** The n-th row of a group; the rows before it exist already. */
export async function row(page: Page, group: string, number: number): Promise<Locator> {
  const wanted = page.getByRole('group', { name: `${group} #${number}`, exact: true });
  if ((await wanted.count()) === 0) {
    await page.getByRole('button', { name: `Add ${group}`, exact: true }).click();
  }
  await expect(wanted).toBeVisible();
  return wanted;
}
