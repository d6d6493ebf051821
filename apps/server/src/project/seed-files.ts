import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Script } from '@cairn/postgres/migrate/apply-script'
import type { ProjectFolder } from './project-folder.ts'

/**
 * The default entry of each new project of the CLI, whether or not the file exists, and of a `[db.seed]` that names
 * nothing.
 */
const USUAL = './seed.sql'

interface Seeds {
  scripts: Script[]
  /** The entries of `sql_paths` that match no file. */
  unmatched: string[]
}

/** Reads the seeds of a project, in the order of `sql_paths`, whose entries are paths or patterns below `supabase`. */
export function readSeeds(
  { supabase }: ProjectFolder,
  { enabled, sql_paths: named }: { enabled: boolean; sql_paths?: string[] | undefined },
): Seeds {
  if (!enabled) return { scripts: [], unmatched: [] }
  const found = (named ?? [USUAL]).map((pattern) => ({ pattern, paths: matching(supabase, pattern) }))
  const paths = new Set(found.flatMap((entry) => entry.paths))
  const missing = found.filter(({ pattern, paths: none }) => none.length === 0 && pattern !== USUAL)
  return {
    scripts: [...paths].map((path) => ({ path, script: readFileSync(path, 'utf8') })),
    unmatched: missing.map(({ pattern }) => pattern),
  }
}

function matching(folder: string, pattern: string): string[] {
  const path = resolve(folder, pattern)
  if (!/[*?]/.test(pattern)) return existsSync(path) ? [path] : []
  const base = path.slice(0, path.search(/[*?]/)).replace(/[^/\\]*$/, '')
  if (!existsSync(base)) return []
  const wanted = asExpression(relative(base, path).split(sep).join('/'))
  return readdirSync(base, { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file.split(sep).join('/')))
    .map((file) => join(base, file))
    .toSorted()
}

/** Stars and question marks stand for what lies within a folder, two stars for folders too. */
function asExpression(pattern: string): RegExp {
  const source = pattern.replace(/\*\*\/|\*|\?|[.+^${}()|[\]\\]/g, (special) => {
    if (special === '**/') return '(?:.*/)?'
    if (special === '*') return '[^/]*'
    return special === '?' ? '[^/]' : `\\${special}`
  })
  return new RegExp(`^${source}$`)
}
