import type { Page } from '@playwright/test';

/** Lets streams of events end at once, for tests that wait until a page asks for nothing any more. */
export const withoutEvents = (page: Page): Promise<unknown> =>
  page.route('**/draft/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: '' }));
