import { configDefaults, defineConfig } from 'vitest/config'

/** As the web app's code names its own files. */
const alias = { '@': `${import.meta.dirname}/apps/web/src` }

/** A test that takes longer hangs; a slow machine is no reason to fail. */
const HANGS_AFTER_MS = 180_000

/** As many as the smallest machine has. Larger ones have other work. */
const CORES = 2
const WORKERS = CORES + 1

/** All files of a worker share one copy of the libraries: loading them for each file took most of the time. */
const SHARED_LIBRARIES = { pool: 'threads', isolate: false, restoreMocks: true } as const

/** Two projects: what needs no database, and what shares one Postgres for the run. */
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
          exclude: ['**/*.live.test.ts'],
          ...SHARED_LIBRARIES,
          testTimeout: HANGS_AFTER_MS,
          hookTimeout: HANGS_AFTER_MS,
        },
      },
      {
        // Its tests of the adapter in the web app load that app's code.
        resolve: { alias },
        test: {
          name: 'server',
          // Most of them wait, for Postgres, for servers that start and stop, and for time that must pass.
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
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
