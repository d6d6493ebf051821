import { errors, expect, type Page, type Request } from '@playwright/test'
import { z } from 'zod'

// Code that runs in the page has no types here: the browser's are not part of this program.

/** Matches Chromium's console message about responses with these statuses; for tests that provoke them. */
export function refusal(...statuses: number[]): RegExp {
  return new RegExp(`the server responded with a status of (${statuses.join('|')})`)
}

/** Holds requests to an address until the returned function is called; tells of each that it holds. */
export async function heldBack(
  page: Page,
  url: string,
  onHeld: (request: Request) => void = () => {},
): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    onHeld(route.request())
    await held
    await route.continue()
  })
  return release
}

/** Restores the connection, and waits until the page knows. */
export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await expect(page.getByText(/^You are offline/)).toHaveCount(0)
}

/** Tells the page that it is hidden or visible, as a browser would: headless Chromium never hides a tab. */
export async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  `)
}

/** Returns the value of a key in the page's local storage; null without it. */
export async function kept(page: Page, key: string): Promise<string | null> {
  return z
    .string()
    .nullable()
    .parse(await page.evaluate(`localStorage.getItem('${key}')`))
}

/** The key under which the official client keeps the session of a service at localhost. */
export const SESSION_KEY = 'sb-localhost-auth-token'

/** The parts that the official client requires in a session that it kept. */
export const storedSession = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_at: z.number(),
})
type StoredSession = z.infer<typeof storedSession>

/** Returns the session that this browser keeps; null without one. */
export async function keptSession(page: Page): Promise<StoredSession | null> {
  const text = await kept(page, SESSION_KEY)
  return text === null ? null : storedSession.parse(JSON.parse(text))
}

/**
 * Changes the kept session behind the client's back, and removes the parts that are undefined. It counts from the next
 * load on.
 */
export async function changeKeptSession(
  page: Page,
  changes: { [Key in keyof StoredSession]?: StoredSession[Key] | undefined },
): Promise<void> {
  await keepSession(page, { ...(await keptSession(page)), ...changes })
}

/** Stores a session where the official client looks for it. It counts from the next load on. */
export async function keepSession(page: Page, session: object): Promise<void> {
  const text = JSON.stringify(JSON.stringify(session))
  await page.evaluate(`localStorage.setItem('${SESSION_KEY}', ${text})`)
}

/** In milliseconds: a page without a request for so long has requested everything. */
const QUIET_MS = 500

/**
 * Waits until a page has requested all that it shows, and has it. The browser sometimes counts a request that never
 * ends, and then never reports that nothing is under way: after a minute everything has arrived as well.
 */
export async function whenIdle(page: Page): Promise<void> {
  // This event comes once for each document: the page's own requests tell about later ones.
  await page.waitForLoadState('networkidle', { timeout: 60_000 }).catch(ignoreTimeout)
  while (await asksForMore(page));
}

/** Whether a page begins a request within some time, counted from the moment when it can respond. */
async function asksForMore(page: Page): Promise<boolean> {
  let asks = false
  const note = () => {
    asks = true
  }
  page.on('request', note)
  await page.evaluate('0')
  await page.waitForEvent('request', { timeout: QUIET_MS }).catch(ignoreTimeout)
  page.off('request', note)
  return asks
}

function ignoreTimeout(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error
}
