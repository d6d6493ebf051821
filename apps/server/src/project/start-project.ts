import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { refuseFolderOfOthers } from '@cairn/postgres/embedded/account'
import type { JobParts } from '../jobs/jobs.ts'
import { secretsOfInstallation } from '../secrets/secret.ts'
import { ANY_ORIGIN, type Config, parseConfig } from '../settings/config.ts'
import type { Place } from '../settings/place.ts'
import { openObservation } from '../start/observation.ts'
import type { Served } from '../start/served.ts'
import { readProject } from './project-config.ts'
import { contentsOf } from './project-contents.ts'
import { findProject, type ProjectFolder } from './project-folder.ts'

/**
 * A project in the layout of the Supabase CLI instead of Cairn: its API alone, over a separate database. Throws errors with a
 * sentence for the operator.
 */
export async function readProjectToServe(
  env: NodeJS.ProcessEnv,
  folder: string,
  place: Place,
): Promise<Served> {
  const found = findProject(folder, env)
  const project = readProject(found, env)
  const config = configOf(env, found)
  const { observe, counted } = await openObservation(config, place)
  refuseFolderOfOthers(config.dataDir)
  const secrets = secretsOfInstallation(config)
  keepOutOfGit(config.dataDir)
  const said = [...project.notices]
  const { retention } = config
  return {
    config,
    observe,
    counted,
    secrets,
    contents: contentsOf(found, project, (sentence) => said.push(sentence)),
    product: project.product,
    async over() {
      const { jobsOfProject } = await import('../jobs/jobs.ts')
      return { jobs: (parts: JobParts) => jobsOfProject(parts, { retention, observe }), site: null }
    },
    bring: async () => {},
    greeting: (publishableKey) => [...said, ...greeting(found, config, publishableKey)],
  }
}

/** A project's data lies in its folder, and its pages are elsewhere: they may call unless the operator says which may. */
function configOf(env: NodeJS.ProcessEnv, { root }: ProjectFolder): Config {
  const { CAIRN_DATA_DIR, CAIRN_CORS_ORIGINS } = env
  return parseConfig({
    ...env,
    CAIRN_DATA_DIR: CAIRN_DATA_DIR || join(root, '.cairn'),
    CAIRN_CORS_ORIGINS: CAIRN_CORS_ORIGINS || ANY_ORIGIN,
  })
}

/** The data holds secrets, in a folder that somebody commits. */
function keepOutOfGit(dataDir: string): void {
  const file = join(dataDir, '.gitignore')
  if (existsSync(file)) return
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, '*\n')
}

function greeting({ root }: ProjectFolder, { serviceKey }: Config, publishableKey: string): string[] {
  const service =
    serviceKey === null ? 'none; set CAIRN_SERVICE_KEY to have one' : 'as set in CAIRN_SERVICE_KEY'
  return [
    `This is the project in ${root}: /auth/v1 and /rest/v1. Storage, realtime, graphql and functions are answered with 501.`,
    `Publishable key: ${publishableKey}`,
    `Service key: ${service}`,
  ]
}
