import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Db } from './pool.ts';

/** So many are kept of each statement. */
const maxKept = 2_000;

interface Kept {
  statements: Map<string, CompiledQuery>;
  /** Each text once: what differs between two who ask the same are values. */
  texts: Map<string, string>;
}

const keptOf = new WeakMap<Db, WeakMap<object, Kept>>();

function keptFor(db: Db, build: object): Kept {
  const ofDb = keptOf.get(db) ?? new WeakMap<object, Kept>();
  keptOf.set(db, ofDb);
  const kept = ofDb.get(build) ?? { statements: new Map(), texts: new Map() };
  ofDb.set(build, kept);
  return kept;
}

/**
 * A statement that is asked again with the very same values: built and compiled the first time alone, which for a long one
 * takes as long as telling its answer. `build`: a function of a module, that takes nothing but `asked`, which JSON can tell.
 */
export function compiledOnce<Asked, Row>(
  db: Db,
  build: (asked: Asked) => RawBuilder<Row>,
  asked: Asked,
): CompiledQuery<Row> {
  const { statements, texts } = keptFor(db, build);
  const key = JSON.stringify(asked);
  const known = statements.get(key);
  if (known !== undefined) return known as CompiledQuery<Row>;
  if (statements.size >= maxKept) {
    statements.clear();
    texts.clear();
  }
  const { sql, parameters } = build(asked).compile(db);
  const text = texts.get(sql) ?? sql;
  texts.set(text, text);
  const compiled = CompiledQuery.raw(text, [...parameters]);
  statements.set(key, compiled);
  return compiled as CompiledQuery<Row>;
}
