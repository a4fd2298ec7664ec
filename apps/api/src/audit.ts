import { verifyChanges } from './platform/audit/verify-changes.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run audit -- verify   holds the log of changes made in the administration against its hashes and seals`;

/** Says what it found and returns the exit code: 0 nothing was altered, 1 something was, 2 not understood. */
async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (command !== 'verify' || rest.length > 0) {
    console.error(usage);
    return 2;
  }
  return runCommand(async (platform) => {
    const { faults, days } = await verifyChanges(platform);
    for (const { day, changes, hash } of days)
      console.log(`${day}: ${changes} ${changes === 1 ? 'change' : 'changes'}, ending with ${hash}`);
    if (faults.length === 0) console.log('The log of changes is complete and unaltered.');
    return faults;
  });
}

process.exitCode = await main(process.argv.slice(2));
