import * as contract from '@clearcall/contract/settings.ts';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import { configurationCommand, done } from '../../platform/audit/configuration-command.ts';
import type { Db } from '../../platform/db/pool.ts';
import { refuse } from '../../platform/http/refuse.ts';
import { describeLogo } from '../../platform/settings.ts';
import { drawLogo } from './draw-logo.ts';
import { holdSettings } from './write-settings.ts';

/** Stores another logo, or none. Returns the change for the log, null if it is the same. */
async function replaceLogo(tx: Db, logo: Buffer | null, at: Date) {
  await holdSettings(tx);
  const row = await tx.selectFrom('organisation').select('logo').executeTakeFirst();
  const before = row?.logo ?? null;
  if (before === logo || (before !== null && logo?.equals(before))) return null;
  await tx
    .insertInto('organisation')
    .values({ settings: JSON.stringify(defaultOrganisation), logo, updated_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ logo, updated_at: at }))
    .execute();
  const logged = (bytes: Buffer | null) => {
    if (bytes === null) return null;
    const { width, height, hash } = describeLogo(bytes);
    return { value: `${width} × ${height} (${hash})` };
  };
  return {
    subject: { kind: 'setting', id: 'logo' },
    action: 'setting_changed',
    before: logged(before),
    after: logged(logo),
  } as const;
}

const change = configurationCommand(contract.changeLogo, async (tx, { body, translator, now }) => {
  const drawn = await drawLogo(Buffer.from(body.dataUrl.slice(body.dataUrl.indexOf(',')), 'base64'));
  if (!Buffer.isBuffer(drawn))
    return refuse('invalid_value', {
      message: [drawn],
      body: { fields: { dataUrl: translator.translate(drawn) } },
    });
  return { change: await replaceLogo(tx, drawn, now), reply: done };
});

const remove = configurationCommand(contract.removeLogo, async (tx, { now }) => ({
  change: await replaceLogo(tx, null, now),
  reply: done,
}));

export const logo = [change, remove];
