import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from './checkout.mjs';

const reasons = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'nothing can be written there',
  EEXIST: 'a file is in the way',
  ENOTDIR: 'a file is in the way',
  ENOENT: 'no folder can be made there',
  ENOSPC: 'there is no room left',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'it is a link that leads nowhere',
};

/** Makes a folder and those above it. Node's own way never ends where a parent cannot be made, as below /proc. */
function makeFolder(path) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error; // another start was first; a file is found below
  }
}

/** Creates the data folder where it is missing. Root's stays passable, because the cluster inside is another account's. */
export function makeDataFolder(dataDir) {
  try {
    if (!existsSync(dataDir)) {
      makeFolder(dataDir);
      chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = reasons[error.code] ?? error.message;
    throw new Refusal(
      `DATA_DIR is ${dataDir}, and that cannot be used: ${reason}. Set it to a folder that this account can write to.`,
    );
  }
}
