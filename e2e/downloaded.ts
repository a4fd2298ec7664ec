import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** What a button gives to save: the name of the file, and its first bytes. */
export async function downloaded(page: Page, button: Locator): Promise<{ name: string; start: string }> {
  const coming = page.waitForEvent('download');
  await button.click();
  const file = await coming;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), start: bytes.subarray(0, 8).toString('latin1') };
}
