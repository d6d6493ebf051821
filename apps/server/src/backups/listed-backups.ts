import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLsn } from '@cairn/postgres/replication/lsn'
import { BackupProblem } from './backup-problem.ts'
import { readHeader } from './format/frames.ts'
import type { Header } from './format/header.ts'

/** A backup that lies in a folder, by what it says of itself. */
export interface ListedBackup {
  file: string
  header: Header
}

/** How Cairn calls those that it makes by itself; earlier versions named the moment alone. */
const OWN = /^cairn-[0-9TZ-]+\.backup$/
const ANY = /\.backup$/

/** The name of one that Cairn makes by itself. */
export const nameOfBackup = (system: string, timeline: number, at: Date): string =>
  `cairn-${system}-${timeline}-${at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-')}.backup`

/** Those in a folder that Cairn made by itself, the oldest first. What is no backup is left out. */
export const listOwnBackups = (dir: string): Promise<ListedBackup[]> => listNamed(dir, OWN)

/** All backups in a folder, the oldest first. */
export const listBackups = (dir: string): Promise<ListedBackup[]> => listNamed(dir, ANY)

async function listNamed(dir: string, pattern: RegExp): Promise<ListedBackup[]> {
  const names = (await readdir(dir).catch(() => [])).filter((name) => pattern.test(name))
  const found = await Promise.all(names.map((name) => listed(join(dir, name))))
  return found.filter((one) => one !== null).toSorted(inOrder)
}

async function listed(file: string): Promise<ListedBackup | null> {
  try {
    const header = await readHeader(file)
    return header.holds === 'backup' ? { file, header } : null
  } catch (error) {
    if (error instanceof BackupProblem || isGone(error)) return null
    throw error
  }
}

/** It may have been deleted since the folder was listed, or be a folder itself. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EISDIR')

/** By Postgres' own count, which no clock can put wrong. Those of earlier versions do not say it; they come first. */
function inOrder({ header: one }: ListedBackup, { header: other }: ListedBackup): number {
  const [ones, others] = [placeOf(one), placeOf(other)]
  if (ones === null && others === null) return Date.parse(one.madeAt) - Date.parse(other.madeAt)
  if (ones === null || others === null) return ones === null ? -1 : 1
  if (ones.timeline !== others.timeline) return ones.timeline - others.timeline
  return ones.lsn < others.lsn ? -1 : Number(ones.lsn > others.lsn)
}

/** Where in Postgres' writes a backup began; null where it does not say. */
export function placeOf({ timeline, lsn }: Header): { timeline: number; lsn: bigint } | null {
  return timeline === undefined || lsn === undefined ? null : { timeline, lsn: parseLsn(lsn) }
}
