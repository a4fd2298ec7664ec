import { createHash } from 'node:crypto';
import { defaultOrganisation } from '@clearcall/domain/organisation/default-organisation.ts';
import type { Logo } from '@clearcall/domain/organisation/logo.ts';
import type { OrganisationSettings } from '@clearcall/domain/organisation/organisation.ts';
import { readSettings } from '@clearcall/domain/organisation/read-settings.ts';
import { defaultLanguage, type Language, type ReaderLanguage } from '@clearcall/i18n/language.ts';
import type { Translator } from '@clearcall/i18n/translator.ts';
import type { Pool } from 'pg';
import { type Changes, followChanges } from './changes.ts';
import type { Logger } from './log.ts';
import { createTranslators } from './translators.ts';

export interface Organisation extends OrganisationSettings {
  /** Null: the mark of the product and the names. */
  logo: (Logo & { png: Buffer }) | null;
  /** Changes with the theme's content and the organisation's own texts: part of the address under which browsers keep it. */
  themeHash: string;
}

/** What stands in the database cannot be used as settings of the organisation: which of them, and what to do. */
export class UnreadableSettings extends Error {
  override name = 'UnreadableSettings';
  readonly sentences: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The settings of the organisation cannot be read: ${faults.join('; ')}`);
    this.sentences = [
      'The settings of the organisation, as the database has them, cannot be used:',
      ...faults.map((fault) => `  ${fault}`),
      'Nothing takes the place of a setting that cannot be read. Put it right: npm run organisation -- show > our.json, ' +
        'change it there, npm run organisation -- set our.json. If a newer version of the portal wrote it, start that version.',
    ];
  }
}

export interface OrganisationReader {
  /**
   * The settings that were read last, a second old at most as long as they can be read. Throws where none was ever
   * read: nothing is taken for what an organisation has set.
   */
  (): Promise<Organisation>;
  /** The settings exactly as they stand now; throws when they cannot be read. For whatever deletes by their periods. */
  stored: () => Promise<Organisation>;
  /** What makes words in a language, with the organisation's own texts as they were read last. */
  translator: (language: ReaderLanguage) => Translator;
  /** The language of what is said in one alone, as it was read last. */
  language: () => Language;
  /** Whether the row that stands now was readable when it was looked at last. */
  areReadable: () => Promise<boolean>;
}

/** Describes the logo, whose size is in the first block of every PNG. */
export const describeLogo = (png: Buffer): Logo => ({
  hash: createHash('sha256').update(png).digest('hex').slice(0, 12),
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});

function organisationOf(settings: OrganisationSettings, png: Buffer | null): Organisation {
  const { theme, words, language = defaultLanguage } = settings;
  const logo = png === null ? null : { ...describeLogo(png), png };
  const themeHash = createHash('sha256')
    .update(JSON.stringify([theme, words, language, logo?.hash]))
    .digest('base64url')
    .slice(0, 12);
  return { ...settings, logo, themeHash };
}

const ofNobody = organisationOf(defaultOrganisation, null);

interface Row {
  settings: unknown;
  logo: Buffer | null;
}

/**
 * The organisation's settings, read from the database when they changed, which shows within a second: at the next page
 * that is loaded. When the row becomes unreadable, what was read last stays, and the log says so once.
 */
export function readOrganisation(
  pool: Pool,
  log: Logger,
  changes: Changes = followChanges(pool, log),
): OrganisationReader {
  let known: Organisation | null = null;
  /** Why the row that stands now is not what `known` says. */
  let fault: UnreadableSettings | null = null;
  let translators = createTranslators(ofNobody.words);
  let unknownKeys = '';
  /** How often they had changed when they were read. */
  let readVersion = -1;
  let reading: Promise<void> | null = null;

  function judge(rows: Row[]): void {
    // Before the first start has put something there; once there was a row, its end is no wish for the defaults.
    if (rows[0] === undefined && known === null) {
      fault = null;
      return;
    }
    const read =
      rows[0] === undefined
        ? { ok: false as const, faults: [{ at: '', why: 'They are gone.' }] }
        : readSettings(rows[0].settings);
    if (!read.ok) {
      const found = new UnreadableSettings(
        read.faults.map(({ at, why }) => (at === '' ? why : `${at}: ${why}`)),
      );
      if (found.message !== fault?.message)
        log.error(
          { err: found },
          'the settings cannot be read; those read before stay, and nothing is deleted',
        );
      fault = found;
      return;
    }
    if (fault !== null) log.info('the settings of the organisation can be read again');
    fault = null;
    const places = read.unknown.join(', ');
    if (places !== '' && places !== unknownKeys)
      log.warn(`settings that this version does not know are kept and not used: ${places}`);
    unknownKeys = places;
    known = organisationOf(read.settings, rows[0]?.logo ?? null);
    translators = createTranslators(known.words);
  }

  async function read(): Promise<void> {
    const { rows } = await pool.query<Row>('select settings, logo from organisation');
    judge(rows);
  }

  async function readAgain(version: number): Promise<void> {
    await read();
    readVersion = version;
  }

  function whatStands(): Organisation {
    if (known !== null) return known;
    if (fault !== null) throw fault;
    return ofNobody;
  }

  async function last(): Promise<Organisation> {
    const { organisation: version } = await changes();
    if (version > readVersion || (known === null && fault !== null)) {
      reading ??= readAgain(version).finally(() => {
        reading = null;
      });
      await reading.catch((error: unknown) => {
        // The database is away for a moment: that says nothing about the settings.
        if (known === null) throw error;
        log.warn({ err: error }, 'the settings of the organisation could not be looked up');
      });
    }
    return whatStands();
  }

  return Object.assign(last, {
    translator: (language: ReaderLanguage) => {
      // Who makes words does not wait for what may have changed; but the next one has it.
      last().catch(() => null);
      return translators(language);
    },
    language: () => known?.language ?? defaultLanguage,
    stored: async () => {
      await read();
      if (fault !== null) throw fault;
      return whatStands();
    },
    areReadable: async () => {
      await last().catch(() => null);
      return fault === null;
    },
  });
}

/** Why a process may not begin its work: the stored settings cannot be read, key by key. null: they can. */
export async function whySettingsCannotBeRead({
  organisation,
}: {
  organisation: OrganisationReader;
}): Promise<readonly string[] | null> {
  try {
    await organisation.stored();
    return null;
  } catch (error) {
    if (error instanceof UnreadableSettings) return error.sentences;
    throw error;
  }
}
