import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TSX = join(ROOT, 'node_modules', '.bin', 'tsx')

describe('the short form of the drill', () => {
  it.each(['kill', 'stop', 'roll', 'pooler', 'disk', 'clock', 'upgrade', 'restore'])(
    '%s',
    async (name) => {
      const { stdout } = await promisify(execFile)(TSX, ['scripts/drill/main.mjs', '--short', name], {
        cwd: ROOT,
      })
      expect(stdout).toMatch(new RegExp(`\\n\\| ${name} \\| .* \\| ok \\|\\n$`))
    },
    300_000,
  )
})
