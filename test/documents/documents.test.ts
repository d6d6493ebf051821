import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, '..', '..', 'scripts', 'documents.mjs')
const DECISION = '# Files are read in pieces\n\n2026-12-01 · accepted\n'

/** A project without a fault, by path. */
const FILES = {
  'package.json': '{ "version": "1.2.0", "scripts": { "start": "node start.mjs" } }',
  'CONTRIBUTING.md': '# Contributing\n\n| `npm start` | starts |\n',
  'CHANGELOG.md': '# Changelog\n\n## 1.2.0 – 2026-12-01\n\n### For operators\n\n- Nothing.\n',
  'start.mjs': '// docs/operate/keys.md#the-signing-key says why.\n',
  'docs/README.md': '# Documents\n',
  'docs/use/README.md': '# Using\n',
  'docs/operate/README.md': '# Operating\n\n[Keys](keys.md)\n',
  'docs/operate/keys.md': '# Keys\n\n## The signing key\n',
  'docs/develop/README.md': '# Changing\n',
  'docs/develop/decisions/files.md': DECISION,
}

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-documents-'))
  for (const [path, text] of Object.entries(FILES)) write(path, text)
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  run('--write-decisions')
})

afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function run(...words: string[]) {
  spawnSync('git', ['add', '--all'], { cwd: folder })
  return spawnSync(process.execPath, [PROGRAM, folder, ...words], { encoding: 'utf8' })
}

/** So many words, in sentences of ten. */
const words = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index % 10 === 9 ? 'word.' : index % 10 === 0 ? 'Every' : 'word',
  ).join(' ')

it('finds no fault in a project that keeps the rules', () => {
  write('docs/operate/keys.md', `${FILES['docs/operate/keys.md']}\n${words(90)}\n`)
  expect(run()).toMatchObject({ status: 0, stdout: 'documents: 0 faults\n', stderr: '' })
})

it('names each fault with its file and line', () => {
  write(
    'docs/operate/keys.md',
    `# Keys\n\n${words(91)}\n\n- ${words(91)}\n\n${'word '.repeat(36)}\n\nSomebody reads.\n`,
  )
  write('docs/use/README.md', '# Keys\n\n[Gone](gone.md)\n[Gone](../operate/keys.md#gone)\n')
  write('docs/use/lists.md', '# Lists\n')
  write('docs/mail.md', '# Mail\n')
  write('start.mjs', '// docs/operate/gone.md\n\nsay("see docs/operate/keys.md#gone")\n')
  write('CONTRIBUTING.md', '# Contributing\n\n| `npm run gone` | starts |\n')
  write('package.json', FILES['package.json'].replace('1.2.0', '1.3.0'))
  write('docs/develop/decisions/files.md', '# Files\n')
  const { status, stderr } = run()
  expect(status).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'docs/operate/keys.md:7: a sentence of 36 words: word word word word word word word word word word word word  …',
    'docs/operate/keys.md:3: a paragraph of 91 words: Every word word word word word word word word word. Every wo …',
    'docs/operate/keys.md:5: a paragraph of 91 words: Every word word word word word word word word word. Every wo …',
    "docs/operate/keys.md:9: 'Somebody' does not say who acts",
    'docs/use/README.md:3: the link gone.md leads nowhere',
    'docs/use/README.md:3: the link ../operate/keys.md#gone leads nowhere',
    'start.mjs:1: there is no docs/operate/gone.md',
    'start.mjs:3: there is no docs/operate/keys.md#gone',
    'docs/mail.md:1: belongs to none of the sections develop, operate, use',
    'docs/use/README.md:1: does not list lists.md',
    'docs/use/README.md:1: has the title of docs/operate/keys.md',
    'CONTRIBUTING.md:1: no row of the table of commands has `npm run start`',
    'CONTRIBUTING.md:1: the table of commands has `npm run gone`, which does not exist',
    "docs/develop/decisions/files.md:3: no date and status, such as '2026-11-21 · accepted'",
    'docs/develop/decisions/README.md:1: out of date; npm run decisions writes it anew',
    'CHANGELOG.md:1: has no section "## 1.3.0 – <date>" with "### For operators"',
  ])
})
