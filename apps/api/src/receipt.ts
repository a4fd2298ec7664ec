import { readReceipt, sentenceOf, verifyReceipt } from './features/applications/receipts/verify.ts';
import { readUtf8 } from './platform/files/read-utf8.ts';
import { runCommand } from './run-command.ts';

const usage = `Usage:
  npm run receipt -- verify FILE   holds the receipt of a submission against what is stored`;

/** Says what it found and returns the exit code: 0 all is as it was submitted, 1 something is not, 2 not understood. */
async function main([command, path, ...rest]: readonly string[]): Promise<number> {
  if (command !== 'verify' || path === undefined || rest.length > 0) {
    console.error(usage);
    return 2;
  }
  const found = await readUtf8(path);
  const receipt = found.ok ? readReceipt(found.text) : null;
  if (receipt === null) {
    console.error(found.ok ? `${path} is no receipt of a submission.` : found.sentence);
    return 1;
  }
  return runCommand(async (platform) => {
    const faults = await verifyReceipt(platform, receipt);
    if (faults.length > 0) return faults.map(sentenceOf);
    const { application, submission, submittedAt, answers, files } = receipt;
    console.log(
      `Submission ${submission} of ${application}, submitted at ${submittedAt}, is stored as the receipt says: ${answers.length} answers and ${files.length} files are the same.`,
    );
    return [];
  });
}

process.exitCode = await main(process.argv.slice(2));
