import type { Page } from '@playwright/test'

/** Far longer than a job takes to run and the page to fetch the changes by itself: it fetches every 10 to 30 s. */
export const SOON = { timeout: 60_000 }

/**
 * The messages of the browser about requests without a network, and of the page where it requested news or its own code
 * just then.
 */
export const LOST_CONNECTION =
  /net::ERR_INTERNET_DISCONNECTED|Failed: reading what is new|A file of the app could not be loaded|showing a part of the page/

const NEWS = '**/rest/v1/rpc/get_news'

/** Counts from now on how often the page fetches news. */
export function newsRequests(page: Page): { count: () => number } {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/get_news')) asked += 1
  })
  return { count: () => asked }
}

/** Keeps all changes by others from the page. Call it before these are arranged, and best before the page is opened. */
export async function withoutNews(page: Page): Promise<void> {
  // A request without a response counts as not sent.
  await page.route(NEWS, () => undefined)
}
