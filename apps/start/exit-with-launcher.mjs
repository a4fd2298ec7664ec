// Preloaded into the API: when the launcher has been killed, its channel breaks, and nobody would ever stop the
// API again. It then stops by its own rules, or after a few seconds without them.
process.once('disconnect', () => {
  setTimeout(() => process.exit(1), 2000).unref();
  process.kill(process.pid, 'SIGTERM');
});
