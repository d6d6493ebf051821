import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

/** The preferences of the user’s system, as Playwright's `emulateMedia` takes it. */
interface Media {
  media?: 'screen' | 'print' | null
  colorScheme?: 'light' | 'dark' | null
  reducedMotion?: 'reduce' | 'no-preference' | null
  forcedColors?: 'active' | 'none' | null
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Lets the system of the user ask for something, until the test ends. */
    emulateMedia: (media: Media) => Promise<void>
  }
}

/** Runs beside Playwright, outside of the page: vitest.config.ts names it among the commands. */
export const emulateMedia: BrowserCommand<[media: Media]> = ({ page }, media) => page.emulateMedia(media)
