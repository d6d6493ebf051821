import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx')
const HANGS_AFTER_MS = 300_000

const ended = z.object({ stdout: z.string() })

/** Defines the test that runs the short form of a drill. Each has a separate file, so that they run concurrently. */
export function shortDrill(name: string): void {
  it(
    `the short form of the drill ${name}`,
    async () => {
      // A drill that fails ends with 1, and its row says what came of it.
      const { stdout } = await promisify(execFile)(TSX, ['scripts/drill/main.mjs', '--short', name], {
        cwd: ROOT,
      }).catch((error: unknown) => ended.parse(error))
      expect(stdout).toMatch(new RegExp(`\\n\\| ${name} \\| .* \\| ok \\|\\n$`))
    },
    HANGS_AFTER_MS,
  )
}
