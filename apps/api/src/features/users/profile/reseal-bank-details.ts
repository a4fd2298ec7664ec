import type { Platform } from '../../../platform/platform.ts';
import { openBankDetails, sealBankDetails } from './bank-details.ts';

const atOnce = 100;

/**
 * Seals again what was sealed with an earlier key, so that after a change of DATA_KEY the earlier one can be taken out.
 * A row that is saved meanwhile is left to the save, which uses the newest key anyway.
 */
export async function resealBankDetails({ db, vault, log }: Platform): Promise<void> {
  let count = 0;
  for (;;) {
    const rows = await db
      .selectFrom('bank_details')
      .select(['user_id', 'key_id', 'nonce', 'sealed'])
      .where('key_id', '!=', vault.keyId())
      .orderBy('user_id')
      .limit(atOnce)
      .execute();
    if (rows.length === 0) break;
    for (const row of rows) {
      const details = openBankDetails(vault, row.user_id, row);
      await db
        .updateTable('bank_details')
        .set(sealBankDetails(vault, row.user_id, details))
        .where('user_id', '=', row.user_id)
        .where('nonce', '=', row.nonce)
        .execute();
      count += 1;
    }
  }
  if (count > 0) log.info({ count }, 'bank details were sealed with the new key');
}

/** A sentence for the operator when stored bank details cannot be opened with the keys at hand; else null. */
export async function whyBankDetailsStaySealed({ db, vault }: Platform): Promise<string | null> {
  let known: string[];
  try {
    known = vault.keyIds();
  } catch (error) {
    return `The data key cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
  const rows = await db.selectFrom('bank_details').select('key_id').distinct().execute();
  const missing = rows.map((row) => row.key_id).filter((id) => !known.includes(id));
  return missing.length === 0
    ? null
    : `Bank details were sealed with another data key (${missing.join(', ')}). Set DATA_KEY to it, or to the new and the earlier one, separated by a comma.`;
}
