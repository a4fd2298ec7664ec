/** Ends this process by SIGTERM when the one that started it, or what started that one, is gone. */
export function endWithStarter(): void;
