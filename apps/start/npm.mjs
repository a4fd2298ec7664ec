import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from './checkout.mjs';
import { run } from './run.mjs';

/** Whether files can be made in a folder, creating it when missing. */
function canWrite(folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the account that runs this has a home of its own to keep caches in. */
export const hasHome = () => canWrite(join(homedir(), '.npm'));

/**
 * Runs npm: the very one that started us, on the Node it was started with. Without a home that can be written
 * its cache lives in the checkout. Dependencies run no install scripts: the one thing that such a script would
 * do (links beside the libraries of PostgreSQL) the launcher does itself.
 */
export function npm(args, options = {}) {
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  if (process.env.npm_config_cache === undefined ? !hasHome() : !canWrite(process.env.npm_config_cache)) {
    env.npm_config_cache = cacheFolder('npm');
  }
  const cli = process.env.npm_execpath;
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts'];
  return cli?.endsWith('.js')
    ? run(process.execPath, [cli, ...args, ...flags], { env, ...options })
    : run('npm', [...args, ...flags], { env, ...options });
}
