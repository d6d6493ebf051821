import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ByName } from '../by-name.ts'

const suite = process.env['CONFORMANCE_SUITE'] ?? ''
const here = (file: string) => join(import.meta.dirname, file)

/**
 * The official client's own tests, from wherever they were checked out to. One file after the other, because they share
 * rows.
 */
export default defineConfig({
  root: suite,
  server: { fs: { strict: false } },
  resolve: { alias: { zod: join(import.meta.dirname, '..', '..', '..', 'node_modules', 'zod') } },
  test: {
    name: 'conformance',
    include: ['test/**/*.test.ts'],
    globals: true,
    update: false,
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: [here('serve.ts')],
    setupFiles: [here('../jest-globals.ts'), here('client.ts')],
  },
})
