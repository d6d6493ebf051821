import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { emulateMedia } from './apps/web/src/screen-tests/support/emulate-media.ts'
import { evaluate } from './apps/web/src/screen-tests/support/evaluate.ts'
import { tree } from './apps/web/src/screen-tests/support/tree.ts'
import { REPEATS } from './packages/testing/src/tier.ts'
import { BROWSER_LAUNCH } from './scripts/lib/browser-launch.ts'
import { SlowestFirst } from './test/slowest-first.ts'

const WEB = `${import.meta.dirname}/apps/web/src`
/** As the web app's code names its own files. */
const alias = { '@': WEB }

/** A test that takes longer hangs; a slow machine is no reason to fail. */
const HANGS_AFTER_MS = 180_000

/** The longest that a screen may take to show something. */
const SHOWN_WITHIN_MS = 15_000
const SCREEN_HANGS_AFTER_MS = 60_000

/** As many as the smallest machine has. Larger ones have other work. */
const CORES = 2
/** Files that wait leave the processor to each other: so many fill the cores. */
const WAITING_WORKERS = 3 * CORES

const TESTS = [
  'test/**/*.test.ts',
  'apps/server/src/**/*.test.ts',
  'apps/web/{src,build}/**/*.test.{ts,tsx}',
  'packages/*/{src,test}/**/*.test.ts',
  'supabase/tests/**/*.test.ts',
]
const NEEDS_DATABASE = '**/*.db.test.ts'
const NEEDS_BROWSER = '**/*.screen.test.tsx'
/** Only in `npm run test:all`, because it compiles the whole product once more. */
const REPEATED = ['test/costs/**']
const NOT_HERE = [...configDefaults.exclude, ...(REPEATS ? [] : REPEATED)]

/** Files that start processes and wait for them, or wait for time that must pass. */
const WAITING = [
  'acceptance/**/*.test.ts',
  'apps/server/src/backups/backups.db.test.ts',
  'apps/server/src/jobs/{jobs,keep-wal,make-archives,notices}.db.test.ts',
  'apps/server/src/operator/commands/move.db.test.ts',
  'apps/server/src/processes/hanging.test.ts',
  'packages/auth/test/{mail,network-pauses}.db.test.ts',
  'packages/delivery/test/{lanes,webhooks}.db.test.ts',
  'packages/jobs/test/*.db.test.ts',
  'packages/postgres/test/{bootstrap,embedded,folder-lock,lost-connections,primary,replicas,retry,tls}.db.test.ts',
]

/** The run has one Postgres, with a database for each file. */
const globalSetup = ['packages/testing/src/vitest-setup.ts']

const shared = {
  // All files of a worker share one copy of the libraries: loading them for each file took most of the time.
  pool: 'threads',
  isolate: false,
  restoreMocks: true,
  // A failed comparison names every value, so that the last lines of a run say what came.
  chaiConfig: { truncateThreshold: 0 },
  testTimeout: HANGS_AFTER_MS,
  hookTimeout: HANGS_AFTER_MS,
} as const

/** Four projects, one after the other; docs/develop/testing.md has what a file's name says. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'pure',
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
          include: TESTS,
          exclude: [...NOT_HERE, NEEDS_DATABASE, NEEDS_BROWSER, ...WAITING],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        resolve: {
          alias: [
            // Only guests wait for the examples, so that they look as any other data does.
            {
              find: './loading-time.ts',
              replacement: `${WEB}/screen-tests/support/no-loading-time.ts`,
            },
          ],
        },
        // All of them before the first test: one that is found later reloads the page under its test.
        optimizeDeps: { entries: ['src/main.tsx', 'src/screen-tests/**'] },
        test: {
          name: 'screens',
          root: 'apps/web',
          maxWorkers: CORES,
          sequence: { groupOrder: 1 },
          include: ['src/**/*.screen.test.tsx'],
          setupFiles: [`${WEB}/screen-tests/support/setup.ts`],
          isolate: false,
          restoreMocks: true,
          // `expect.element` waits as long as the test may take.
          testTimeout: SCREEN_HANGS_AFTER_MS,
          hookTimeout: SCREEN_HANGS_AFTER_MS,
          expect: { poll: { timeout: SHOWN_WITHIN_MS } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 720 },
            provider: playwright({
              launchOptions: BROWSER_LAUNCH,
              contextOptions: { reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' },
            }),
            instances: [{ browser: 'chromium' }],
            commands: { emulateMedia, evaluate, tree },
          },
        },
      },
      {
        // Its tests of the adapter in the web app load that app's code.
        resolve: { alias },
        test: {
          ...shared,
          name: 'db',
          maxWorkers: CORES,
          sequence: { groupOrder: 2 },
          include: [NEEDS_DATABASE],
          exclude: [...NOT_HERE, ...WAITING],
          globalSetup,
        },
      },
      {
        test: {
          ...shared,
          name: 'waiting',
          maxWorkers: WAITING_WORKERS,
          sequence: { groupOrder: 3 },
          include: WAITING,
          globalSetup,
        },
      },
    ],
  },
})
