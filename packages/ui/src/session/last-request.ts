let last: string | null = null;

/** Notes the number under which a call goes out; the log of the server has it. */
export function noteRequest(requestId: string): void {
  last = requestId;
}

/** The number of the last call of this page: it leads to what the page was doing. null: it made none. */
export const lastRequestId = (): string | null => last;
