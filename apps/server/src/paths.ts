import { join } from 'node:path'

/** The project's root: the same distance from the sources as from the built server. */
const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Holds the version, of the project as of a release. */
export const PACKAGE = join(ROOT, 'package.json')
export const AUTH_MIGRATIONS = join(ROOT, 'packages', 'auth', 'migrations')
/** The objects that a project's database has before the first migration of the project. */
export const SUPABASE_BASE = join(ROOT, 'packages', 'postgres', 'supabase-base')
export const SUPABASE_FOLDER = join(ROOT, 'supabase')
export const PRODUCT_MIGRATIONS = join(SUPABASE_FOLDER, 'migrations')
export const WEB_APP = join(ROOT, 'apps', 'web', 'dist')
