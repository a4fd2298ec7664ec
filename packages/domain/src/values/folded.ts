/** Letters that Unicode does not decompose. */
const letters: Readonly<Record<string, string>> = {
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
};

/** Returns a text in small letters without diacritics: `Łękawska` → `lekawska`. Its twin in SQL has the same name (0185). */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[øłđðıħŧŋßæœþ]/g, (letter) => letters[letter] ?? letter);
