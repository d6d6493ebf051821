import { existsSync, readFileSync } from 'node:fs'
import type { Script } from '@cairn/postgres/migrate/apply-script'
import { parse as parseToml, type TomlTable, type TomlValue } from 'smol-toml'
import { z } from 'zod'
import { InvalidProject } from '../supabase-project/invalid-project.ts'
import { type SupabaseConfig, supabaseConfigOf } from '../supabase-project/supabase-config.ts'
import { projectConfigFile } from '../supabase-project/supabase-file.ts'
import { fromEnvironment } from '../supabase-project/supabase-values.ts'
import type { ProjectFolder } from './project-folder.ts'
import { readProjectMails } from './project-mails.ts'
import { readSeeds } from './seed-files.ts'
import { settingsWithoutEffect } from './without-effect.ts'

/** The settings and mails of a project's folder. */
export interface Project {
  product: SupabaseConfig
  seeds: Script[]
  /** Sentences for the operator about settings of the folder that have no effect. */
  notices: string[]
}

/** Supabase's defaults for settings missing in config.toml, where Cairn's own differ. */
const DEFAULTS: TomlTable = {
  api: { extra_search_path: ['public', 'extensions'] },
  auth: {
    minimum_password_length: 6,
    password_change: { minimum_length: 6 },
    sessions: { timebox: '0s', inactivity_timeout: '0s' },
    // The other pages at which links could be redeemed are Cairn's.
    links: { prove_all: true },
    email: { enable_confirmations: false },
  },
}

/** Reads the folder of a project. Throws {@link InvalidProject} with the setting at fault. */
export function readProject(folder: ProjectFolder, env: NodeJS.ProcessEnv): Project {
  const given = tomlOf(folder)
  const parsed = projectConfigFile.safeParse(withDefaults(DEFAULTS, given))
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`)
    throw new InvalidProject(`${folder.config}: these settings cannot be used:\n${faults.join('\n')}`)
  }
  const file = parsed.data
  const unset = switchOffUnsetProviders(file.auth.external, env)
  const templates = readProjectMails(folder, file.auth.email.template)
  const { scripts, unmatched } = readSeeds(folder, file.db.seed)
  const product = settingsOf(folder, () =>
    supabaseConfigOf(file, { templates, notices: {}, languages: new Map() }, env),
  )
  const siteUrl = fromEnvironment(file.auth.site_url ?? '', env).replace(/\/$/, '')
  const idle = settingsWithoutEffect(given)
  return {
    product: { ...product, siteUrl: siteUrl === '' ? null : siteUrl },
    seeds: scripts,
    notices: [
      ...unset.map(
        ({ name, variable }) =>
          `${folder.config}: [auth.external.${name}] stays off, because the variable ${variable} is not set.`,
      ),
      ...(idle.length === 0
        ? []
        : [`${folder.config}: these settings have no effect here: ${idle.join(', ')}.`]),
      ...unmatched.map((path) => `${folder.config}: db.seed.sql_paths names ${path}, and no file is there.`),
    ],
  }
}

/** Switches off each provider whose settings name a variable that is not set, and returns them with that variable. */
function switchOffUnsetProviders(
  providers: Record<string, { enabled: boolean; client_id: string; secret: string; url: string }>,
  env: NodeJS.ProcessEnv,
): { name: string; variable: string }[] {
  return Object.entries(providers).flatMap(([name, provider]) => {
    const { client_id, secret, url } = provider
    const variable = [client_id, secret, url]
      .map((text) => /^env\((\w+)\)$/.exec(text)?.[1])
      .find((named) => named !== undefined && !env[named])
    if (!provider.enabled || variable === undefined) return []
    provider.enabled = false
    return { name, variable }
  })
}

function tomlOf({ config }: ProjectFolder): TomlTable {
  if (!existsSync(config)) return {}
  try {
    return parseToml(readFileSync(config, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new InvalidProject(`${config}: ${reason}`)
  }
}

function settingsOf<T>({ config }: ProjectFolder, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new InvalidProject(`${config}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const table = z.record(z.string(), z.unknown())

function isTable(value: TomlValue | undefined): value is TomlTable {
  return table.safeParse(value).success && !(value instanceof Date)
}

/** Merges the given settings over the defaults, table by table. */
function withDefaults(defaults: TomlTable, given: TomlTable): TomlTable {
  const merged: TomlTable = { ...defaults, ...given }
  for (const [name, usual] of Object.entries(defaults)) {
    const own = given[name]
    if (isTable(usual) && isTable(own)) merged[name] = withDefaults(usual, own)
  }
  return merged
}
