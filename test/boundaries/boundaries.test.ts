import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FIXTURES } from './fixtures.ts'
import type { Fixture } from './planted.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CONFIG = '.dependency-cruiser.cjs'

const rules = z
  .object({ forbidden: z.array(z.object({ name: z.string() })) })
  .parse(createRequire(import.meta.url)(join(ROOT, CONFIG)))
  .forbidden.map(({ name }) => name)

/** The folders that the check itself cruises. */
const { CRUISED } = z
  .object({ CRUISED: z.array(z.string()) })
  .parse(await import(join(ROOT, 'scripts', 'lib', 'cruised.mjs')))

const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

let violations: z.output<typeof report>['summary']['violations']
let tree: string

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'cairn-boundaries-'))
  for (const name of [CONFIG, 'tsconfig.json', 'tsconfig.base.json'])
    cpSync(join(ROOT, name), join(tree, name))
  for (const name of CRUISED) mkdirSync(join(tree, name))
  for (const { files } of Object.values(FIXTURES).flat()) plant(files)
  violations = violationsIn(tree)
})
afterAll(() => rmSync(tree, { recursive: true }))

function plant(files: Fixture['files']): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(tree, path)
    if (existsSync(file) && readFileSync(file, 'utf8') !== text)
      throw new Error(`Two fixtures differ in ${path}`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The violations that the check of the boundaries finds in a tree. */
function violationsIn(folder: string): typeof violations {
  const answer = execFileSync(
    process.execPath,
    [
      join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      ...[...CRUISED, '--config', CONFIG, '--output-type', 'json'],
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  return report.parse(JSON.parse(answer)).summary.violations
}

describe('the boundaries', () => {
  it('have a fixture for each rule, and none for a rule that is gone', () => {
    expect(Object.keys(FIXTURES).toSorted()).toEqual(rules.toSorted())
  })

  it('name what each folder of every package may import', () => {
    const packages = [...readdirSync(join(ROOT, 'apps')), ...readdirSync(join(ROOT, 'packages'))]
    expect(rules).toEqual(expect.arrayContaining(packages.map((name) => `${name}-folders-have-rows`)))
  })

  describe.each(Object.entries(FIXTURES))('%s', (rule, fixtures) => {
    it.each(fixtures)('refuses $refused.from → $refused.to', ({ refused }) => {
      const found = violations.filter((violation) => violation.rule.name === rule)
      expect(found.map(({ from, to }) => ({ from, to }))).toContainEqual(refused)
    })
  })
})
