import type { TimeRequest } from '@clearcall/domain/applications/application.ts';
import type { Certified } from '@clearcall/domain/applications/finished-review.ts';
import type { DocumentFormat } from '@clearcall/domain/calls/call-document.ts';
import type { CallDefinition } from '@clearcall/domain/calls/definition/call-definition.ts';
import type { Change as CallChange } from '@clearcall/domain/calls/definition/change.ts';
import type { Role } from '@clearcall/domain/people/roles.ts';
import type { Language } from '@clearcall/i18n/language.ts';
import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';
import type { Tables } from './tables.ts';

/** The texts of authors by language and column. See `toldIn`. */
type InLanguages = Partial<Record<Language, Record<string, unknown>>>;

/** Types of columns that the database cannot know. It says itself which of them are nullable or have a default. */
interface Known {
  assignments: { time_request: TimeRequest };
  call_changes: { changes: CallChange[]; inverses: CallChange[] };
  call_documents: { media_type: DocumentFormat; in_languages: InLanguages };
  call_drafts: { definition: CallDefinition };
  call_files: { media_type: DocumentFormat };
  calls: { facts: Record<string, string>; links: Record<string, string>; in_languages: InLanguages };
  certificates: { says: Certified };
  configuration_changes: { before: Record<string, unknown>; after: Record<string, unknown> };
  deliveries: { facts: Record<string, unknown> };
  events: { detail: Record<string, unknown> };
  kept_mails: { headers: Record<string, string> };
  option_groups: { in_languages: InLanguages };
  options: { in_languages: InLanguages };
  publications: { definition: CallDefinition };
  registrations: { legal_versions: Record<string, string> };
  submissions: { marks: Record<string, unknown> };
  users: { role: Role };
}

/** A column as generated, with the type that is known for it. JSON is written as text. */
type Refined<Column, Type> = ColumnType<
  Type | Extract<InsertType<Column>, null>,
  unknown extends SelectType<Column>
    ? InsertType<Column>
    : Type | Extract<InsertType<Column>, null | undefined>,
  unknown extends SelectType<Column> ? UpdateType<Column> : Type | Extract<UpdateType<Column>, null>
>;

/** Every table and column as the migrations leave them. */
export type Database = {
  [Table in keyof Tables]: Table extends keyof Known
    ? {
        [Column in keyof Tables[Table]]: Column extends keyof Known[Table]
          ? Refined<Tables[Table][Column], Known[Table][Column]>
          : Tables[Table][Column];
      }
    : Tables[Table];
};
