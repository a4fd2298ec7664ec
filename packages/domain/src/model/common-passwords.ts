import { normalisePassword } from './password.ts';

/**
 * What people write when a portal asks for twelve characters with a symbol: a well-known word, made longer by a
 * well-known ending. Kept apart from the rule itself, so that a page which only shows the rule need not load it.
 */
const words = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'pa$$word',
  'pa$$w0rd',
  'p@$$word',
  'p@$$w0rd',
  'passwort',
  'motdepasse',
  'contraseña',
  'mypassword',
  'newpassword',
  'welcome',
  'welcome1',
  'letmein',
  'changeme',
  'changeit',
  'secret',
  'topsecret',
  'default',
  'admin',
  'administrator',
  'superadmin',
  'superuser',
  'root',
  'rootroot',
  'guest',
  'user',
  'test',
  'testtest',
  'testing',
  'tester',
  'login',
  'access',
  'master',
  'monkey',
  'dragon',
  'football',
  'baseball',
  'sunshine',
  'princess',
  'superman',
  'batman',
  'starwars',
  'iloveyou',
  'trustno1',
  'shadow',
  'whatever',
  'freedom',
  'computer',
  'internet',
  'university',
  'universität',
  'research',
  'science',
  'supercomputer',
  'supercomputing',
  'europe',
  'summer',
  'winter',
  'spring',
  'autumn',
  'january',
  'february',
  'march',
  'april',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
  'monday',
  'friday',
  'hello',
  'helloworld',
  'helloworld!',
  'abc',
  'abcd',
  'abcdef',
  'abcdefgh',
  'abcdefghijkl',
  'abc123',
  'aaaaaaaa',
  'aaaaaaaaaa',
  'aaaaaaaaaaa',
  'aaaaaaaaaaaa',
  'qwerty',
  'qwertz',
  'azerty',
  'qwert',
  'qwertyui',
  'qwertyuiop',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  'asdfgh',
  'asdfghjkl',
  'asdfghjkl;',
  'zxcvbn',
  'zxcvbnm',
  'qazwsx',
  'qazwsxedc',
  'qaz123wsx',
  '1qaz2wsx',
  '1qaz@wsx',
  '!qaz2wsx',
  '!qaz@wsx',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1q2w3e4r5t6y',
  'q1w2e3r4',
  'q1w2e3r4t5',
  'q1w2e3r4t5y6',
  'zaq12wsx',
  'zaq!2wsx',
  'zaq1@wsx',
  '1qaz2wsx3edc',
  '1qaz2wsx!qaz@wsx',
  '1qaz@wsx3edc',
  '!qaz@wsx#edc',
  '!q@w#e$r%t',
  '!q@w#e$r%t^y',
  'mustbe12characters',
  'correcthorsebatterystaple',
  'correct-horse-battery-staple',
];

const endings =
  /^(?:[!?.@#$%&*_+=-]*(?:0|00|1|2|3|5|7|8|9|11|12|13|21|22|23|69|77|88|99|007|100|101|111|123|12|1234|12345|123456|1234567|12345678|123456789|1234567890|321|4321|54321|654321|666|777|888|999|abc|qwe|qwerty|one|me|(?:19[4-9]\d|20[0-4]\d))?[!?.@#$%&*_+=-]*)$/;

const listed = new Set(words);

/** What is said of a password for which `isCommonPassword` holds, beside its field and by the server. */
export const commonPasswordWords = 'This password is too easy to guess. Choose another one.';

/**
 * Whether a password is one of the commonest (in any spelling of case), or is the person's e-mail address or the
 * part of it before the @. `password` and `email` as typed. Source: Readings, Password rule.
 */
export function isCommonPassword(password: string, email: string): boolean {
  const text = normalisePassword(password).toLowerCase();
  const address = email.trim().toLowerCase();
  if (text === address || text === address.split('@')[0]) return true;
  for (let length = text.length; length > 2; length -= 1) {
    if (!listed.has(text.slice(0, length))) continue;
    if (endings.test(text.slice(length))) return true;
  }
  return false;
}
