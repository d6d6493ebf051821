import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-lint-'))
  for (const name of ['biome.json', 'biome', '.gitignore'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The output of this repository's linter for a file. */
function lint(text: string): string {
  writeFileSync(join(folder, 'planted.ts'), text)
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    ['lint', '--error-on-warnings', 'planted.ts'],
    { cwd: folder, encoding: 'utf8' },
  )
  return stdout + stderr
}

it.each([
  'export const text = given as string',
  'export const text = <string>given',
  'export const one = given as unknown as number',
])('refuses a cast: %s', (line) => {
  expect(lint(`declare const given: unknown\n${line}\n`)).toContain('A cast silences the compiler')
})

it.each(['export const all = [1, 2] as const', 'export const one = { a: 1 } satisfies { a: number }'])(
  'lets pass what is no cast: %s',
  (line) => {
    const said = lint(`${line}\n`)
    expect(said).toContain('Checked 1 file')
    expect(said).not.toContain('A cast')
  },
)
