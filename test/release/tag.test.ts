import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const PROGRAM = join(import.meta.dirname, '..', '..', 'scripts', 'release', 'tag.mjs')
const CHANGELOG = '# Changelog\n\n## 1.2.0 – 2026-12-01\n\n### For operators\n\n- Nothing to do.\n'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-tag-'))
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.0" }')
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG)
})

afterEach(() => rmSync(folder, { recursive: true }))

function git(...words: string[]): string {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@works.example', '-c', 'commit.gpgsign=false']
  const { status, stdout, stderr } = spawnSync('git', [...person, ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--message', 'Add files')
}

function startRepository(): void {
  git('init', '--quiet')
  commit()
}

function release(...words: string[]) {
  const names = { GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@works.example' }
  return spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...names },
  })
}

it('says nothing where the files have no history', () => {
  expect(release('--tag')).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('asks for a tag and makes none by itself', () => {
  startRepository()
  expect(release()).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run release -- --tag') })
  expect(git('tag')).toBe('')
})

it('makes an annotated tag when it is asked', () => {
  startRepository()
  expect(release('--tag')).toMatchObject({ status: 0, stdout: expect.stringContaining('Nothing was pushed') })
  expect(git('cat-file', '-t', 'v1.2.0')).toBe('tag')
  expect(git('rev-parse', 'v1.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
  expect(release('--tag')).toMatchObject({ status: 0, stdout: 'The tag v1.2.0 names this commit.\n' })
})

it('refuses a version whose tag names another commit', () => {
  startRepository()
  release('--tag')
  commit()
  expect(release('--tag')).toMatchObject({ status: 1, stderr: expect.stringContaining('the next version') })
})

it('refuses files that differ from the commit', () => {
  startRepository()
  writeFileSync(join(folder, 'more.txt'), '')
  expect(release('--tag')).toMatchObject({ status: 1, stderr: expect.stringContaining('Some files differ') })
  expect(git('tag')).toBe('')
})

it.each([
  ['another version alone', CHANGELOG.replace('1.2.0', '1.1.0')],
  ['no date', CHANGELOG.replace('2026-12-01', 'soon')],
  ['nothing for operators', CHANGELOG.replace('### For operators', '### For members')],
])('refuses a changelog with %s', (_, changelog) => {
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  startRepository()
  expect(release('--tag')).toMatchObject({ status: 1, stderr: expect.stringContaining('CHANGELOG.md') })
})

it('refuses a migration that is not recorded as released', () => {
  const migrations = join(folder, 'supabase', 'migrations')
  mkdirSync(migrations, { recursive: true })
  writeFileSync(join(migrations, '20261201000000_teams.sql'), '')
  writeFileSync(join(migrations, 'released.json'), '{}')
  startRepository()
  expect(release('--tag')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The migration 20261201000000_teams.sql is not recorded as released.'),
  })
  writeFileSync(join(migrations, 'released.json'), '{ "20261201000000": "checksum" }')
  commit()
  expect(release('--tag')).toMatchObject({ status: 0 })
})
