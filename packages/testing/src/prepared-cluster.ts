import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbedded } from '@cairn/postgres/embedded/embedded'
import type { ConnectionTarget } from '@cairn/postgres/wire/target'
import { scratchFolder } from './scratch-folder.ts'

/** A cluster that takes long to make and is the same in every run. */
export interface PreparedCluster {
  name: string
  /** The files and folders that it is made from, beside our Postgres itself: with each edit it is made again. */
  madeFrom: readonly string[]
  /** Puts into a new Postgres what is in it. */
  fill(admin: ConnectionTarget): Promise<void>
}

/** As `initdb` leaves it. */
export const EMPTY_CLUSTER: PreparedCluster = { name: 'empty', madeFrom: [], fill: async () => {} }

const ROOT = join(import.meta.dirname, '..', '..', '..')
const KEPT = join(ROOT, 'node_modules', '.cache', 'cairn-clusters')

/** Our Postgres, and how it is set up. */
const POSTGRES = ['packages/postgres/src', 'package-lock.json']

const copy = async (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to])

/**
 * Copies a prepared cluster into a folder for `openEmbedded`. It is made once and kept between runs, until what it is
 * made from changes.
 */
export async function copyPrepared(cluster: PreparedCluster, folder: string): Promise<void> {
  const name = `${cluster.name}-${fingerprint(cluster)}`
  const kept = join(KEPT, name)
  if (!existsSync(kept)) await prepare(cluster, name)
  await copy(kept, folder)
}

/** Where another worker prepares the same at the same time, the cluster of the faster one is kept. */
async function prepare({ name: kind, fill }: PreparedCluster, name: string): Promise<void> {
  const folder = scratchFolder('cairn-preparing-')
  // Workers may be threads of one process.
  const draft = join(KEPT, `${name}.${randomUUID()}`)
  try {
    const server = await openEmbedded({ folder })
    try {
      await fill(server.admin)
    } finally {
      await server.stop()
    }
    rmSync(join(folder, 'postgres', 'postgres.log'))
    removeStale(kind, name)
    mkdirSync(draft, { recursive: true })
    await copy(folder, draft)
    keep(draft, join(KEPT, name))
  } finally {
    for (const path of [folder, draft]) rmSync(path, { recursive: true, force: true })
  }
}

function keep(draft: string, place: string): void {
  try {
    renameSync(draft, place)
  } catch (error) {
    if (!existsSync(place)) throw error
  }
}

/** Removes what was prepared of this kind before something changed. */
function removeStale(kind: string, name: string): void {
  if (!existsSync(KEPT)) return
  for (const found of readdirSync(KEPT))
    if (found.startsWith(`${kind}-`) && !found.startsWith(name))
      rmSync(join(KEPT, found), { recursive: true, force: true })
}

/** Changes with every edit of what a cluster is made from. Files belong to a user, so users share none. */
function fingerprint({ madeFrom }: PreparedCluster): string {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${process.getuid?.()}`)
  for (const path of [...POSTGRES, ...madeFrom].flatMap(filesBelow))
    hash.update(`\n${path}\n`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(path: string): string[] {
  const from = join(ROOT, path)
  if (statSync(from).isFile()) return [from]
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
