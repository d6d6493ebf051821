import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

/** Commands that are quick and change nothing: they run as they are written. */
const CHEAP = new Set(['npm run documents'])

/** The commands for a shell that a page gives: the lines of its blocks, and its spans of code. */
function commandsOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)]
  const lines = blocks.flatMap(([, block = '']) =>
    block.split('\n').map((line) => line.split(/\s#\s/)[0] ?? ''),
  )
  const spans = [...markdown.replace(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, span = '']) => span,
  )
  return [...lines, ...spans]
    .map((command) => command.trim())
    .filter((command) => /^(?:[A-Z_]+=\S+ )*(?:npm|npx|git) /.test(command))
}

/** A command that shows whether another one would start, in little time and without a change. */
function trialOf(command: string): string | null {
  if (CHEAP.has(command)) return command
  if (command.includes('npx vitest run'))
    return command.replace('npx vitest run', 'npx vitest list --filesOnly')
  if (command.includes('npx playwright test')) return `${command} --list`
  if (command.startsWith('git restore '))
    return command.replace('git restore', 'git ls-files --error-unmatch')
  return null
}

/** Tries a command of a page; rejects where it would fail. */
async function tryOut(command: string): Promise<void> {
  const trial = trialOf(command)
  if (trial === null) return expectScript(command)
  const { stdout } = await promisify(execFile)('sh', ['-c', trial], { cwd: ROOT })
  expect(stdout.trim(), `${trial} finds nothing`).not.toBe('')
}

/** A command of npm names a script, the script a file that there is, and its words are known to some program. */
function expectScript(command: string): void {
  const [, name = '', , words = ''] = /^npm (?:run )?([a-z:-]+)( -- (.+))?$/.exec(command) ?? []
  expect(scripts, command).toHaveProperty(name)
  const [file] = /scripts\/[\w-]+\.mjs/.exec(scripts[name] ?? '') ?? []
  if (file !== undefined) expect(existsSync(join(ROOT, file)), file).toBe(true)
  for (const [flag] of words.matchAll(/--[a-z-]+/g)) expect(programs(), command).toContain(`'${flag}'`)
}

/** The text of the programs that npm starts. */
function programs(): string {
  const below = (folder: string) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
  return ['scripts', 'apps/server/src', 'supabase/tools']
    .flatMap(below)
    .filter((path) => /(?<!\.test)\.(?:mjs|ts)$/.test(path))
    .map(read)
    .join('\n')
}

const pages = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

describe('CONTRIBUTING.md', () => {
  const commands = [...new Set(commandsOf(read('CONTRIBUTING.md')))]

  it('gives commands of each kind', () => {
    const starts = [
      'npm start',
      'npm test -- --changed',
      'npx vitest run',
      'npx playwright test',
      'git restore',
    ]
    for (const start of starts)
      expect(
        commands.some((command) => command.startsWith(start)),
        start,
      ).toBe(true)
  })

  it.each(commands)('can give the command %s', tryOut)

  it.each([
    'npx playwright test --project journeys e2e/records/bin.spec.ts',
    'npx vitest run --project web gone',
    'git restore apps gone',
    'npm run gone',
    'npm test -- --gone',
  ])('cannot give the command %s', async (command) => {
    await expect(tryOut(command)).rejects.toThrow()
  })
})

it('all pages name commands and tests that there are', () => {
  for (const page of pages)
    for (const command of commandsOf(read(page))) {
      const [, name] = /npm run ([a-z-]+)/.exec(command) ?? []
      if (name !== undefined) expect(scripts, page).toHaveProperty(name)
      const paths =
        /npx (?:vitest run|playwright test) .*/.exec(command)?.[0].match(/ [\w-]+\/[\w/.-]+/g) ?? []
      for (const path of paths) expect(existsSync(join(ROOT, path.trim())), `${page}: ${path}`).toBe(true)
    }
})
