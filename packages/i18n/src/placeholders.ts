import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** A compiled text: what a program can say at once, without knowing how texts are written. */
export type Compiled = CompiledMessage;

/** What is asked of a placeholder: `number` where it counts or is written as one, else `said`; `part` is `<link>…</link>`. */
export type PlaceholderKind = 'number' | 'said' | 'part';

const partPattern = /<(\/?)([a-zA-Z]\w*)>/g;

/** Collects the placeholders of compiled text by name. */
function collect(tokens: Compiled, found: Map<string, PlaceholderKind>): void {
  for (const token of tokens) {
    if (typeof token === 'string') {
      for (const [, , name = ''] of token.matchAll(partPattern)) found.set(name, 'part');
      continue;
    }
    const [name, type, choices] = token;
    const isNumber = type === 'number' || type === 'plural' || type === 'selectordinal';
    if (isNumber || !found.has(name)) found.set(name, isNumber ? 'number' : 'said');
    if (typeof choices !== 'object' || choices === null) continue;
    for (const choice of Object.values(choices)) if (Array.isArray(choice)) collect(choice, found);
  }
}

/** The placeholders of a compiled text by name. */
export function placeholdersOf(compiled: Compiled): ReadonlyMap<string, PlaceholderKind> {
  const found = new Map<string, PlaceholderKind>();
  collect(compiled, found);
  return found;
}

/** Every part is closed where it was opened, and none stands in another one. */
function partsFault(text: string): string | null {
  let opened: string | null = null;
  for (const [whole, end, name = ''] of text.matchAll(partPattern)) {
    if (end === '' ? opened !== null : opened !== name) return `${whole} stands where it may not.`;
    opened = end === '' ? name : null;
  }
  return opened === null ? null : `<${opened}> is not closed.`;
}

/** Every choice has words for whatever is not named. */
function choicesFault(tokens: Compiled): string | null {
  for (const token of tokens) {
    const choices = typeof token === 'string' ? undefined : token[2];
    if (typeof choices !== 'object' || choices === null) continue;
    if (!('other' in choices)) return `The choice by ${token[0]} has no words for ‘other’.`;
    for (const choice of Object.values(choices)) {
      const fault = Array.isArray(choice) ? choicesFault(choice) : null;
      if (fault !== null) return fault;
    }
  }
  return null;
}

/**
 * Reads a text in ICU MessageFormat (`{name}`, `{n, number}`, `{n, plural, one {# day} other {# days}}`) with its parts
 * (`<link>…</link>`): compiled, and its placeholders by name; or a sentence about what is wrong with it.
 */
export function readText(
  text: string,
):
  | { ok: true; compiled: Compiled; placeholders: ReadonlyMap<string, PlaceholderKind> }
  | { ok: false; why: string } {
  let compiled: Compiled;
  try {
    compiled = compileMessageOrThrow(text);
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { ok: false, why: first };
  }
  const why = partsFault(text) ?? choicesFault(compiled);
  if (why !== null) return { ok: false, why };
  return { ok: true, compiled, placeholders: placeholdersOf(compiled) };
}

/** The placeholders as one text, to compare two of them. */
export function placeholdersText(placeholders: ReadonlyMap<string, PlaceholderKind>): string {
  return [...placeholders]
    .map(([name, kind]) => (kind === 'part' ? `<${name}>` : `{${name}}`))
    .sort()
    .join(' ');
}
