import { defineConfig } from '@playwright/test'
import { BROWSER_LAUNCH } from './scripts/lib/browser-launch.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than the smallest machine has cores: a journey waits for its server about a third of the time.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A tree that nobody has reviewed is a failure: `npm run trees` writes them anew.
  updateSnapshots: 'none',
  // Generous, for a machine that is busy with other work: what works takes a fraction of it.
  timeout: 240_000,
  expect: {
    timeout: 60_000,
    // Whatever is on a screen is in its tree: one more button, and the tree is another.
    toMatchAriaSnapshot: { pathTemplate: 'e2e/trees/{arg}{ext}', children: 'deep-equal' },
  },
  reporter: [['list', { printSteps: false }]],
  use: {
    launchOptions: BROWSER_LAUNCH,
    // Journeys about the movement itself ask for it (support/motion.ts).
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: 'screens.spec.ts' },
    { name: 'screens', testMatch: 'screens.spec.ts' },
  ],
})
