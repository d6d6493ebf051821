import { defineConfig } from 'vitest/config'

/** As the web app's code names its own files. */
const alias = { '@': `${import.meta.dirname}/apps/web/src` }

/** A test that takes longer hangs; a slow machine is no reason to fail. */
const HANGS_AFTER_MS = 180_000

/** Two projects: what needs no database, and what shares one Postgres for the run. */
export default defineConfig({
  test: {
    // As many as the smallest machine has cores: most tests wait for Postgres, which runs beside them.
    maxWorkers: 2,
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'web',
          include: ['apps/web/{src,build}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.live.test.ts'],
          // One copy of the libraries for all files: loading them anew for each took most of the time.
          pool: 'threads',
          isolate: false,
          restoreMocks: true,
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
      {
        // Its tests of the adapter in the web app load that app's code.
        resolve: { alias },
        test: {
          name: 'server',
          include: [
            'apps/server/src/**/*.test.ts',
            'apps/web/src/**/*.live.test.ts',
            'packages/*/{src,test}/**/*.test.ts',
            'supabase/tests/**/*.test.ts',
            'acceptance/**/*.test.ts',
          ],
          globalSetup: ['packages/testing/src/vitest-setup.ts'],
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
    ],
  },
})
