import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

const CASTS = [
  'export const text = given as string',
  'export const text = <string>given',
  'export const one = given as unknown as number',
]
const NO_CASTS = ['export const all = [1, 2] as const', 'export const one = { a: 1 } satisfies { a: number }']
const TYPED_JSON = [
  "export const one: { a: number } = JSON.parse('{}')",
  "export const one = (): { a: number } => JSON.parse('{}')",
  "export function one(): { a: number } { return JSON.parse('{}') }",
  "export const one = { of(): string { return JSON.parse('{}') } }",
  'export const one: { a: number } = await response.json()',
  'export async function one(): Promise<{ a: number }> { return response.json() }',
  'export async function one(): Promise<{ a: number }> { return await response.json() }',
  'export const one: { a: number } = request.postDataJSON()',
]
const CHECKED_JSON = [
  "export const one: unknown = JSON.parse('{}')",
  "export function one(): unknown { return JSON.parse('{}') }",
  'export async function one(): Promise<unknown> { return response.json() }',
  "export const one: { a: number } = schema.parse(JSON.parse('{}'))",
]
const LONG = {
  'a function': `export function one() {\n${'  work()\n'.repeat(61)}}`,
  'an arrow': `export const one = () => {\n${'  work()\n'.repeat(61)}}`,
  'a table that an arrow returns': `export const one = () => [\n${'  1,\n'.repeat(61)}]`,
  'a method': `export const one = {\n  two() {\n${'    work()\n'.repeat(61)}  },\n}`,
  'a component': `export function One() {\n  return (\n    <p>\n${'      text\n'.repeat(57)}    </p>\n  )\n}`,
}
const SHORT = {
  'a function of 60 lines': `export function one() {\n${'  work()\n\n'.repeat(60)}}`,
  'a long function with a reason': `// biome-ignore lint/plugin/short-functions: a flat table.\n${LONG['a function']}`,
}
const PLANTED = [
  ...Object.values(LONG),
  ...Object.values(SHORT),
  ...CASTS,
  ...NO_CASTS,
  ...TYPED_JSON,
  ...CHECKED_JSON,
]
const CAST = 'A cast silences the compiler'
const TOO_LONG = 'This function has more than 60 lines'
const JSON_IN_A_TYPE = 'Nothing has checked this JSON'

/** A place for which all rules are on. */
const PLACE = 'packages/planted/src'
const nameOf = (line: string, index: number) => `${index}.${line.includes('<p>') ? 'tsx' : 'ts'}`

/** Runs our own rules of the linter over planted lines, a file each. */
let found: ReadonlyMap<string, string>
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-lint-'))
  for (const name of ['biome.json', 'biome', '.gitignore'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, PLACE), { recursive: true })
  for (const [index, line] of PLANTED.entries())
    writeFileSync(join(folder, PLACE, nameOf(line, index)), `${line}\n`)
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    ['lint', '--error-on-warnings', '--max-diagnostics=none', PLACE],
    { cwd: folder, encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  expect(stdout).toContain(`Checked ${PLANTED.length} files`)
  const said = stderr.split(/^(?=packages\/planted\/src\/\d+\.tsx?:)/m)
  found = new Map(
    PLANTED.map((line, index) => [
      line,
      said.filter((part) => part.startsWith(`${PLACE}/${nameOf(line, index)}:`)).join(''),
    ]),
  )
})

it.each(CASTS)('refuses a cast: %s', (line) => {
  expect(found.get(line)).toContain(CAST)
})

it.each(TYPED_JSON)('refuses parsed JSON in a type: %s', (line) => {
  expect(found.get(line)).toContain(JSON_IN_A_TYPE)
})

it.each(Object.entries(LONG))('refuses %s with 61 lines', (_, line) => {
  expect(found.get(line)).toContain(TOO_LONG)
})

it.each(Object.entries(SHORT))('lets pass %s', (_, line) => {
  expect(found.get(line)).not.toContain(TOO_LONG)
})

it.each([...NO_CASTS, ...CHECKED_JSON])('lets pass %s', (line) => {
  expect(found.get(line)).not.toContain(CAST)
  expect(found.get(line)).not.toContain(JSON_IN_A_TYPE)
})
