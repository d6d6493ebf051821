import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../lib/run.mjs'

const PARTS = ['packages', 'supabase', 'apps/server/package.json', 'tsconfig.base.json']
const MIGRATIONS = ['supabase/migrations', 'packages/auth/migrations']

/**
 * The commit `since` and the tagged releases after it, the oldest first, each with migrations of its own; null where
 * there is no such history.
 */
export function releasedCommits(since) {
  if (!existsSync(join(ROOT, '.git'))) return null
  try {
    const tags = git('tag', '--list', 'v*', '--contains', since, '--sort=creatordate')
    const seen = new Set()
    return [since, ...tags.split('\n').filter(Boolean)].filter((commit) => {
      const migrations = migrationsAt(commit)
      return !seen.has(migrations) && seen.add(migrations)
    })
  } catch {
    return null
  }
}

function migrationsAt(commit) {
  return createHash('sha256')
    .update(git('ls-tree', '-r', commit, '--', ...MIGRATIONS))
    .digest('hex')
}

function git(...parameters) {
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

/**
 * Lays out the code of a commit that makes and fills a database, beside the packages that are installed now. `load` imports
 * one of its files, which an earlier commit may have elsewhere; `remove` takes the code away again.
 */
export function layOut(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-commit-'))
  const archive = execFileSync('git', ['archive', commit, ...PARTS], {
    cwd: ROOT,
    maxBuffer: 512 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const installed = join(ROOT, 'node_modules')
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@cairn'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@cairn') symlinkSync(join(installed, name), join(modules, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(modules, '@cairn', name))
  return {
    load: (...places) =>
      import(join(folder, places.find((path) => existsSync(join(folder, path))) ?? places[0])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
