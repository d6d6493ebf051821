import { defineConfig } from '@playwright/test'
import { BROWSER_LAUNCH } from './scripts/lib/browser-launch.ts'

const SCREENS = 'screens.spec.ts'
const LONG = [
  'archive.spec.ts',
  'keyboard-day.spec.ts',
  'large-*.spec.ts',
  'names.spec.ts',
  'team-people.spec.ts',
  'views.spec.ts',
]

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Twice as many as the smallest machine has cores: a journey waits for its server and its page half of the time.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Generous, for a machine that is busy with other work: what works takes a fraction of it.
  timeout: 240_000,
  expect: {
    timeout: 15_000,
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
    { name: 'journeys', testIgnore: SCREENS },
    // `npm test` runs the journeys as two projects, because Playwright begins with the first: what begins last must be short.
    { name: 'long', testMatch: LONG },
    { name: 'short', testIgnore: [SCREENS, ...LONG] },
    { name: 'screens', testMatch: SCREENS },
  ],
})
