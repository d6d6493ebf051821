import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const DECLARATIONS = join(ROOT, 'types', 'unknown-json.d.ts')
const PROJECTS = ['tsconfig.json', 'apps/web/tsconfig.json', 'packages/workspace/tsconfig.json']

/** Takes at its word what nothing has checked, a place a line. */
const PLANTED = [
  "export const declared: { a: number } = JSON.parse('{}')",
  "export const read = JSON.parse('{}').a",
  "export const given = Object.keys(JSON.parse('{}'))",
  "export const { a } = JSON.parse('{}')",
  "export const answered: { a: number } = await (await fetch('/')).json()",
  "export const readAnswer = (await new Request('/').json()).a",
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-json-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function compile(...args: string[]): string {
  const tsc = join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc')
  return spawnSync(process.execPath, [tsc, ...args], { cwd: folder, encoding: 'utf8' }).stdout
}

it.each([
  ['Node', {}],
  ['a browser', { lib: ['ES2023', 'DOM'], types: [] }],
])('the compiler refuses parsed JSON in a type, as %s declares it', (_, options) => {
  writeFileSync(join(folder, 'planted.ts'), PLANTED.join('\n'))
  const typeRoots = [join(ROOT, 'node_modules', '@types')]
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { typeRoots, ...options },
      files: ['planted.ts', DECLARATIONS],
    }),
  )
  const refused = compile('-p', folder, '--pretty', 'false').matchAll(/^planted\.ts\((\d+),/gm)
  expect([...refused].map(([, line]) => Number(line))).toEqual(PLANTED.map((_, index) => index + 1))
})

it.each(PROJECTS)('%s has the declarations that make it so', (project) => {
  expect(compile('-p', join(ROOT, project), '--showConfig')).toContain('/types/unknown-json.d.ts"')
})
