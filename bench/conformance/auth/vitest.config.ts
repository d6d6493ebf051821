import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { ByName } from '../by-name.ts'

const suite = process.env['CONFORMANCE_SUITE'] ?? ''
const here = (file: string) => join(import.meta.dirname, file)

/** Some tests load modules by `require`, which would pass by the aliases. */
const withoutRequire: Plugin = {
  name: 'without-require',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('.test.ts') ? code.replace(/\brequire\(('[^']+')\)/g, '(await import($1))') : null,
}

/** The official auth client's own tests. What they need beside a server stands in aliases. */
export default defineConfig({
  root: suite,
  plugins: [withoutRequire],
  server: { fs: { strict: false } },
  resolve: {
    alias: [
      { find: '@faker-js/faker', replacement: here('faker.ts') },
      { find: 'jsonwebtoken', replacement: here('jsonwebtoken.ts') },
      { find: /^jest$/, replacement: here('../jest-globals.ts') },
    ],
  },
  test: {
    name: 'conformance of auth',
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
