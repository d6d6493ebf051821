import { defineConfig } from 'vitest/config'

/** Tests that need no database, for a run on another version of Node. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['packages/*/src/**/*.test.ts'],
    // It hashes with bcrypt, 14 times, as the whole suite does already.
    exclude: ['packages/auth/src/passwords/hashing.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 180_000,
  },
})
