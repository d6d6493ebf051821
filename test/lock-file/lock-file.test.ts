import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).default({}) }),
  ),
})

/** The platform-specific packages that the lock file lacks: `npm ci` would leave them out on those platforms. */
function missingIn(text: string): string[] {
  const { packages } = lockFile.parse(JSON.parse(text))
  const names = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  )
  return Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies))
    .filter((name) => !names.has(name))
}

// npm writes only the platform of the machine where it finds installed packages: https://github.com/npm/cli/issues/4828
it('finds the parts of every platform in the lock file, not only of the machine that wrote it', () => {
  expect(missingIn(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8'))).toEqual(
    [],
  )
})

it('finds a part that the lock file lacks', () => {
  const packages = { 'node_modules/hash': { optionalDependencies: { 'hash-darwin-arm64': '1.0.0' } } }
  expect(missingIn(JSON.stringify({ packages }))).toEqual(['hash-darwin-arm64'])
})
