import type {} from '@vitest/browser-playwright'
import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** The value of a script that the page runs. */
    evaluate: (script: string) => Promise<unknown>
  }
}

/** Runs beside Playwright, outside of the page: vitest.config.ts names it among the commands. */
export const evaluate: BrowserCommand<[script: string]> = async ({ frame }, script) =>
  (await frame()).evaluate<unknown>(script)
