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
const PLANTED = [...CASTS, ...NO_CASTS, ...TYPED_JSON, ...CHECKED_JSON]
const CAST = 'A cast silences the compiler'
const JSON_IN_A_TYPE = 'Nothing has checked this JSON'

/** Runs our own rules of the linter over planted lines, a file each. */
let found: ReadonlyMap<string, string>
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-lint-'))
  for (const name of ['biome.json', 'biome', '.gitignore'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'planted'))
  for (const [index, line] of PLANTED.entries())
    writeFileSync(join(folder, 'planted', `${index}.ts`), `${line}\n`)
  const { stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules', '.bin', 'biome'),
    ['lint', '--error-on-warnings', '--max-diagnostics=none', 'planted'],
    { cwd: folder, encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  expect(stdout).toContain(`Checked ${PLANTED.length} files`)
  const said = stderr.split(/^(?=planted\/\d+\.ts:)/m)
  found = new Map(
    PLANTED.map((line, index) => [
      line,
      said.filter((part) => part.startsWith(`planted/${index}.ts:`)).join(''),
    ]),
  )
})

it.each(CASTS)('refuses a cast: %s', (line) => {
  expect(found.get(line)).toContain(CAST)
})

it.each(TYPED_JSON)('refuses parsed JSON in a type: %s', (line) => {
  expect(found.get(line)).toContain(JSON_IN_A_TYPE)
})

it.each([...NO_CASTS, ...CHECKED_JSON])('lets pass %s', (line) => {
  expect(found.get(line)).not.toContain(CAST)
  expect(found.get(line)).not.toContain(JSON_IN_A_TYPE)
})
