import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'

const HEAD = '## After restoring with other means'

/** The statements of docs/operate/backup.md that end what an old backup brings back. */
export function statementsAfterRestoring() {
  const page = readFileSync(join(ROOT, 'docs', 'operate', 'backup.md'), 'utf8')
  const [, block = ''] = page.slice(page.indexOf(HEAD)).split(/```(?:sql)?\n/)
  const statements = block.split('\n').filter((line) => line !== '')
  if (!page.includes(HEAD) || statements.length === 0)
    throw new Error(`docs/operate/backup.md has no "${HEAD}".`)
  return statements
}

/** The lines of docs/operate/deploy.md that set a bare Debian up. */
export function linesOfDeploying() {
  const page = readFileSync(join(ROOT, 'docs', 'operate', 'deploy.md'), 'utf8')
  const [, block = ''] = page.split(/```sh\n([\s\S]*?)```/)
  const lines = block.split('\n').filter((line) => line !== '')
  if (lines.length === 0) throw new Error('docs/operate/deploy.md has no lines.')
  return lines
}
