import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Code as the formatter writes it into a file. */
export function formattedAs(file: string, code: string): string {
  return execFileSync(join(ROOT, 'node_modules', '.bin', 'biome'), ['format', `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input: code,
    encoding: 'utf8',
    stdio: 'pipe',
  })
}
