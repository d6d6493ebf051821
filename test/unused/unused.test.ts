import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const MODULES = join(ROOT, 'node_modules')
const PACKAGES = readdirSync(join(ROOT, 'packages'))
const WITH_SOURCES = ['apps/server', 'apps/web', ...PACKAGES.map((name) => `packages/${name}`)]

const CONFIGURATION = [
  'knip.json',
  'package.json',
  'playwright.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
]

/** Files beside the sources, in folders that knip reads: nothing imports them. */
const ORPHANS = [
  'acceptance/support/orphan.ts',
  'apps/web/build/orphan.ts',
  'apps/web/src/lib/orphan.ts',
  'bench/support/orphan.ts',
  'e2e/support/orphan.ts',
  'packages/auth/test/support/orphan.ts',
  'packages/tables/test/orphan.ts',
  'scripts/lib/orphan.mjs',
  'supabase/functions/_shared/orphan.ts',
  'supabase/tests/support/orphan.ts',
  'supabase/tools/orphan.ts',
  'test/orphan.ts',
]

const names = z.array(z.object({ name: z.string() })).transform((found) => found.map(({ name }) => name))
const report = z.object({
  issues: z.array(z.object({ file: z.string(), files: names, exports: names, types: names })),
})
type Issue = z.output<typeof report>['issues'][number]

let tree: string
let found: ReadonlyMap<string, Issue>

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'cairn-unused-'))
  for (const file of [...CONFIGURATION, ...WITH_SOURCES.map((folder) => `${folder}/package.json`)])
    cpSync(join(ROOT, file), join(tree, file))
  linkModules()
  for (const folder of WITH_SOURCES) plantSources(folder)
  for (const file of ORPHANS) plant(file, 'export const orphan = 1\n')
  found = new Map(knip().map((issue) => [issue.file, issue]))
})
afterAll(() => rmSync(tree, { recursive: true }))

function plant(file: string, text: string): void {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

/** A file with one used export, imported by the name of its package where it has one, and a file without a user. */
function plantSources(folder: string): void {
  plant(
    `${folder}/src/planted/used.ts`,
    'export const used = 1\nexport const dead = 2\nexport interface DeadType {\n  dead: string\n}\n',
  )
  plant(`${folder}/src/planted/orphan.ts`, 'export const orphan = 1\n')
  const [, name] = folder.split('/')
  const [user, specifier] =
    folder === 'apps/web' ? [folder, './planted/used.ts'] : ['apps/server', `@cairn/${name}/planted/used`]
  plant(`${user}/src/${name}.test.ts`, `import { used } from '${specifier}'\n\nused.toFixed()\n`)
}

/** The libraries of the repository, and the packages of the tree. */
function linkModules(): void {
  mkdirSync(join(tree, 'node_modules', '@cairn'), { recursive: true })
  for (const name of readdirSync(MODULES))
    if (name !== '@cairn' && name !== '.cache')
      symlinkSync(join(MODULES, name), join(tree, 'node_modules', name))
  for (const folder of WITH_SOURCES)
    symlinkSync(join(tree, folder), join(tree, 'node_modules', '@cairn', folder.split('/')[1] ?? ''))
}

/** Runs the check of unused code over the tree, and returns what it prints. */
function knip(): Issue[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [join(MODULES, 'knip', 'bin', 'knip.js'), '--include', 'files,exports,types', '--reporter', 'json'],
    { cwd: tree, encoding: 'utf8' },
  )
  if (stdout === '') throw new Error(stderr)
  return report.parse(JSON.parse(stdout)).issues
}

describe.each(WITH_SOURCES)('in %s', (folder) => {
  it('names a dead export and a dead type, and nothing that has a user', () => {
    expect(found.get(`${folder}/src/planted/used.ts`)).toMatchObject({
      exports: ['dead'],
      types: ['DeadType'],
    })
  })

  it('names an orphan, as a file or by its export', () => {
    const orphan = found.get(`${folder}/src/planted/orphan.ts`)
    expect([...(orphan?.files ?? []), ...(orphan?.exports ?? [])]).toHaveLength(1)
  })
})

it.each(ORPHANS)('names the orphan %s', (file) => {
  expect(found.get(file)?.files).toHaveLength(1)
})
