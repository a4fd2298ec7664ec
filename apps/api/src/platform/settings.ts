import { createHash } from 'node:crypto';
import { defaultOrganisation } from '@clearcall/domain/model/default-organisation.ts';
import {
  type OrganisationSettings,
  organisationSettingsSchema,
  type Theme,
} from '@clearcall/domain/model/organisation.ts';
import type { Pool } from 'pg';
import type { Logger } from './log.ts';

export interface Organisation extends OrganisationSettings {
  /** Changes with the theme's content: part of the address under which browsers keep it. */
  themeHash: string;
}

const hashOf = (theme: Theme): string =>
  createHash('sha256').update(JSON.stringify(theme)).digest('base64url').slice(0, 12);

const maxAgeMs = 1_000;

/**
 * The organisation's settings, read from the database at most once a second for the whole process: a change shows at
 * the next page that is loaded. What stood last stays when the row cannot be read or does not fit its schema.
 */
export function readOrganisation(pool: Pool, log: Logger): () => Promise<Organisation> {
  let known: Organisation = { ...defaultOrganisation, themeHash: hashOf(defaultOrganisation.theme) };
  let freshUntil = 0;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    try {
      const { rows } = await pool.query<{ settings: unknown }>('select settings from organisation');
      if (rows[0] !== undefined) {
        const settings = organisationSettingsSchema.parse(rows[0].settings);
        known = { ...settings, themeHash: hashOf(settings.theme) };
      }
    } catch (error) {
      log.error({ err: error }, 'the settings of the organisation cannot be used');
    }
    freshUntil = performance.now() + maxAgeMs;
    reading = null;
  }

  return async () => {
    if (performance.now() >= freshUntil) {
      reading ??= read();
      await reading;
    }
    return known;
  };
}
