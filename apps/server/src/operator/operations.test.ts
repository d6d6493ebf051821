import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STATEMENTS } from '../backups/end-the-past.ts'
import { VARIABLES } from '../settings/config.ts'
import { COMMANDS } from './commands.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** The names at the beginning of a table's rows. */
function namesIn(markdown: string): string[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name),
    )
}

it('docs/operate/settings.md names every variable that the server reads, and no other', () => {
  const ofProviders = [...read('supabase/config.toml').matchAll(/env\((\w+)\)/g)].map(([, name = '']) => name)
  const named = namesIn(read('docs/operate/settings.md'))
  expect(named.toSorted()).toEqual([...new Set([...VARIABLES, ...ofProviders])].toSorted())
})

it('the README names only variables that there are', () => {
  for (const name of namesIn(read('README.md'))) expect(VARIABLES).toContain(name)
})

it('docs/operate/commands.md names every command as it is given, and no other', () => {
  const rows = [...read('docs/operate/commands.md').matchAll(/^\| `(.+)` \| (.+) \|$/gm)]
  expect(rows.map(([, usage, summary]) => ({ usage, summary }))).toEqual(
    COMMANDS.map(({ usage, summary }) => ({ usage, summary })),
  )
})

it('docs/operate/backup.md ends the past with the statements of a restore', () => {
  const [, after = ''] = read('docs/operate/backup.md').split('## After restoring with other means')
  const [, statements = ''] = after.split(/```(?:sql)?\n/)
  expect(statements.trim().split('\n')).toEqual(STATEMENTS.map(([, statement]) => statement))
})
