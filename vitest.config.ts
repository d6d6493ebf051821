import { playwright } from '@vitest/browser-playwright'
import { configDefaults, defineConfig } from 'vitest/config'
import { emulateMedia } from './apps/web/src/screen-tests/support/emulate-media.ts'
import { BROWSER_LAUNCH } from './scripts/lib/browser-launch.ts'

const WEB = `${import.meta.dirname}/apps/web/src`
/** As the web app's code names its own files. */
const alias = { '@': WEB }

/** A test that takes longer hangs; a slow machine is no reason to fail. */
const HANGS_AFTER_MS = 180_000

/** What a screen has not shown by then, it does not show. */
const SHOWN_WITHIN_MS = 15_000
const SCREEN_HANGS_AFTER_MS = 60_000

/** As many as the smallest machine has. Larger ones have other work. */
const CORES = 2
const WORKERS = CORES + 1

/** One copy of the libraries for all files of a worker: loading them anew for each took most of the time. */
const SHARED_LIBRARIES = { pool: 'threads', isolate: false, restoreMocks: true } as const

/** Three projects: what needs no database, what a browser draws without a server, and what shares one Postgres for the run. */
export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'web',
          // Nothing waits in them: more workers than cores would only load the libraries once more.
          maxWorkers: CORES,
          sequence: { groupOrder: 0 },
          include: [
            'apps/web/{src,build}/**/*.test.{ts,tsx}',
            'packages/{tables,workspace}/src/**/*.test.ts',
          ],
          exclude: ['**/*.live.test.ts', '**/*.screen.test.tsx'],
          ...SHARED_LIBRARIES,
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
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
            commands: { emulateMedia },
          },
        },
      },
      {
        // Its tests of the adapter in the web app load that app's code.
        resolve: { alias },
        test: {
          name: 'server',
          // Most of them wait, for Postgres, for servers that start and stop, and for time that must pass.
          maxWorkers: WORKERS,
          sequence: { groupOrder: 2 },
          ...SHARED_LIBRARIES,
          include: [
            'test/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/web/src/**/*.live.test.ts',
            'packages/*/{src,test}/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'acceptance/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, 'packages/{tables,workspace}/**'],
          globalSetup: ['packages/testing/src/vitest-setup.ts'],
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
    ],
  },
})
