import { noteProcess, parentOf, stillRuns } from './processes.mjs';

/**
 * Ends this process, in order, when who started it is gone: the parent, or what started the parent (a shell often stands
 * between). Neither npm nor a test run that is killed takes its programs along, and their addresses would stay taken.
 */
export function endWithStarter() {
  const parent = parentOf(process.pid);
  const ancestors = [parent, parent && parentOf(parent)]
    .filter((pid) => pid !== undefined && pid > 1)
    .map(noteProcess);
  setInterval(() => {
    if (!ancestors.every(stillRuns)) process.kill(process.pid, 'SIGTERM');
  }, 300).unref();
}
