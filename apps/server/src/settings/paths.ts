import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The project's root, above the sources as well as above the built server. */
const ROOT = rootAbove(import.meta.dirname)

/** Holds the version, of the project as of a release. */
export const PACKAGE = join(ROOT, 'package.json')
export const AUTH_MIGRATIONS = join(ROOT, 'packages', 'auth', 'migrations')
/** The objects that a project's database has before the first migration of the project. */
/** The SQL that stands for an extension which Postgres lacks, a file for each. */
export const SUPABASE_FACADES = join(ROOT, 'packages', 'postgres', 'supabase-facades')
export const SUPABASE_BASE = join(ROOT, 'packages', 'postgres', 'supabase-base')
export const SUPABASE_FOLDER = join(ROOT, 'supabase')
export const PRODUCT_MIGRATIONS = join(SUPABASE_FOLDER, 'migrations')
export const WEB_APP = join(ROOT, 'apps', 'web', 'dist')

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'supabase', 'migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error(`There is no folder supabase above ${import.meta.dirname}.`)
  return rootAbove(parent)
}
