import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openVault, readDataKeys } from './vault.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearcall-vault-'));
});
afterAll(() => rm(folder, { recursive: true }));

const old = randomBytes(32);
const fresh = randomBytes(32);
const iban = 'BE68539007547034';

it('opens what it sealed, and says nothing of it to those who have no key', () => {
  const vault = openVault({ keys: [fresh] });
  const one = vault.seal(iban, 'bank_details:7');
  const other = vault.seal(iban, 'bank_details:7');
  expect(vault.open(one, 'bank_details:7')).toBe(iban);
  expect(one.sealed.equals(other.sealed)).toBe(false);
  expect(one.nonce.equals(other.nonce)).toBe(false);
  expect(Buffer.concat([one.nonce, one.sealed]).includes(iban)).toBe(false);
  expect(() => openVault({ keys: [old] }).open(one, 'bank_details:7')).toThrow(/is not known here/);
});

it('does not open what was changed, cut, or moved to somebody else', () => {
  const vault = openVault({ keys: [fresh] });
  const sealed = vault.seal(iban, 'bank_details:7');
  expect(() => vault.open(sealed, 'bank_details:8')).toThrow();
  for (let at = 0; at < sealed.sealed.length; at += 1) {
    const changed = Buffer.from(sealed.sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => vault.open({ ...sealed, sealed: changed }, 'bank_details:7')).toThrow();
  }
  expect(() => vault.open({ ...sealed, sealed: sealed.sealed.subarray(1) }, 'bank_details:7')).toThrow();
  expect(() => vault.open({ ...sealed, nonce: randomBytes(12) }, 'bank_details:7')).toThrow();
});

it('seals with the first key and still opens with the others', () => {
  const before = openVault({ keys: [old] });
  const during = openVault({ keys: [fresh, old] });
  const after = openVault({ keys: [fresh] });
  expect(during.open(before.seal(iban, 'x'), 'x')).toBe(iban);
  expect(after.open(during.seal(iban, 'x'), 'x')).toBe(iban);
  expect(during.keyIds()).toEqual([after.keyId(), before.keyId()]);
});

it('makes a key file once, for its owner alone, also when several start together', async () => {
  const file = join(folder, 'deep', 'data.key');
  const first = openVault({ file });
  const sealed = first.seal(iban, 'x');
  expect(openVault({ file }).open(sealed, 'x')).toBe(iban);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, 'deep'))).toEqual(['data.key']);
  expect(readDataKeys((await readFile(file, 'utf8')).trim())).toHaveLength(1);
});

it('never overwrites a key file that it cannot read', async () => {
  const file = join(folder, 'torn.key');
  await writeFile(file, 'half a key');
  expect(() => openVault({ file }).keyId()).toThrow(/is not 32 bytes written as base64/);
  expect(await readFile(file, 'utf8')).toBe('half a key');
});
