import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx')
const HANGS_AFTER_MS = 300_000

/** Defines the test that runs the short form of a drill. Each has a file of its own, so that they run beside each other. */
export function shortDrill(name: string): void {
  it(
    `the short form of the drill ${name}`,
    async () => {
      const { stdout } = await promisify(execFile)(TSX, ['scripts/drill/main.mjs', '--short', name], {
        cwd: ROOT,
      })
      expect(stdout).toMatch(new RegExp(`\\n\\| ${name} \\| .* \\| ok \\|\\n$`))
    },
    HANGS_AFTER_MS,
  )
}
