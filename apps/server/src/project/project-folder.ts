import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { InvalidProject } from '../supabase-project/invalid-project.ts'

/** The folders and files of a project in the layout of the Supabase CLI. All paths are absolute. */
export interface ProjectFolder {
  /** The project's root: paths of mail templates begin there. */
  root: string
  /** The folder of config.toml, migrations and seeds. */
  supabase: string
  config: string
}

/**
 * Finds a project: the folder that has `supabase/config.toml` or `supabase/migrations`, or that folder `supabase` itself.
 * Without config.toml everything is as Supabase has it. A relative path is taken from where npm was called. Throws
 * {@link InvalidProject}.
 */
export function findProject(given: string, env: NodeJS.ProcessEnv): ProjectFolder {
  const calledFrom = env['npm_lifecycle_event'] === 'start' ? env['INIT_CWD'] : undefined
  const folder = resolve(calledFrom ?? '.', given)
  if (!existsSync(folder)) throw new InvalidProject(`There is no folder ${folder}.`)
  if (!statSync(folder).isDirectory()) throw new InvalidProject(`${folder} is no folder.`)
  const inside = join(folder, 'supabase')
  if (isProject(inside)) return placed(folder, inside)
  if (isProject(folder)) {
    return placed(basename(folder) === 'supabase' ? dirname(folder) : folder, folder)
  }
  throw new InvalidProject(
    `${folder} is no project of the Supabase CLI: it has neither supabase/config.toml nor config.toml, and no migrations. ` +
      'Name another folder, or make one with supabase init.',
  )
}

const isProject = (folder: string) =>
  existsSync(join(folder, 'config.toml')) || existsSync(join(folder, 'migrations'))

const placed = (root: string, supabase: string): ProjectFolder => ({
  root,
  supabase,
  config: join(supabase, 'config.toml'),
})
