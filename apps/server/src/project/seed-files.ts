import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import type { Script } from '@cairn/postgres/migrate/apply-script'
import type { ProjectFolder } from './project-folder.ts'

/** What the CLI writes into each new project, seed or none, and looks for where `[db.seed]` names nothing. */
const USUAL = './seed.sql'

interface Seeds {
  scripts: Script[]
  /** What `sql_paths` names and nothing is found at. */
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
