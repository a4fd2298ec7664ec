import { parentOf } from './processes.mjs';

/**
 * npm does not take its script along when it is ended. Ends the launcher when the npm that started it (or the
 * shell between) is gone, so that nothing goes on that nobody sees, and the address is free again.
 */
export function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = parentOf(process.pid);
  const ancestors = [parent, parent && parentOf(parent)].filter((pid) => pid !== undefined && pid > 1);
  setInterval(() => {
    if (!ancestors.every(exists)) process.kill(process.pid, 'SIGTERM');
  }, 300).unref();
}

function exists(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
