import type { Page } from '@playwright/test'

/** Far more than it takes until the page asks for news of what others did, and shows it: it asks every 10 s. */
export const SOON = { timeout: 60_000 }

/** What the browser says of requests without a network, and the page where it asked for news or its own code just then. */
export const LOST_CONNECTION =
  /net::ERR_INTERNET_DISCONNECTED|Failed: reading what is new|A file of the app could not be loaded|showing a part of the page/

const NEWS = '**/rest/v1/rpc/get_news'

/** Counts from now on how often the page asks for news. */
export function newsRequests(page: Page): { count: () => number } {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/get_news')) asked += 1
  })
  return { count: () => asked }
}

/** Lets the page hear of nothing that others do. Before what they do is arranged, and best before the page is opened. */
export async function withoutNews(page: Page): Promise<void> {
  // Without an answer it counts as not asked.
  await page.route(NEWS, () => undefined)
}
