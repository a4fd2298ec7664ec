import { parentOf } from './processes.mjs';

/**
 * Ends this process, in order, when who started it is gone: the parent, or what started the parent (a shell often stands
 * between). Neither npm nor a test run that is killed takes its programs along, and they would go on unseen.
 */
export function endWithStarter() {
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
