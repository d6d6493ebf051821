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

/**
 * The official auth client's own tests, as far as they talk to a server: what they need beside it stands in aliases.
 * Left
 * out is what tests the client alone, or needs a browser.
 */
export default defineConfig({
  root: suite,
  plugins: [withoutRequire],
  server: { fs: { strict: false } },
  resolve: {
    alias: { '@faker-js/faker': here('faker.ts'), jsonwebtoken: here('jsonwebtoken.ts') },
  },
  test: {
    name: 'conformance of auth',
    include: [
      'test/GoTrueApi.test.ts',
      'test/GoTrueClient.test.ts',
      'test/GoTrueClient.pkce.test.ts',
      'test/GoTrueClient.signOut.test.ts',
      'test/passkey.e2e.test.ts',
      'test/docker-tests/*.test.ts',
    ],
    globals: true,
    update: false,
    fileParallelism: false,
    sequence: { sequencer: ByName },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: [here('serve.ts')],
    setupFiles: [here('../jest-globals.ts')],
  },
})
