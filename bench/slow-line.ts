import type { Page } from '@playwright/test';

/** A phone on a mediocre connection. */
const slowLine = { latency: 150, throughput: (1.6 * 1_000_000) / 8, slowdown: 4 };

/** From now on the page has such a line, and a processor of a quarter of the speed. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { latency, throughput, slowdown } = slowLine;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}
