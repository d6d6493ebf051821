import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { type Finding, note, ok, trouble } from './finding.ts'

const LEAST_BYTES = 1_000_000_000
const OLDEST_TESTED = 22

/** The room on the disk of the data folder. */
export async function checkDisk(dataDir: string): Promise<Finding> {
  if (!existsSync(dataDir)) return note('disk', `there is no data folder ${dataDir} yet`)
  const { bavail, bsize } = await statfs(dataDir)
  const says = `${((bavail * bsize) / LEAST_BYTES).toFixed(1)} GB free for ${dataDir}`
  return bavail * bsize < LEAST_BYTES ? trouble('disk', `${says}: make room.`) : ok('disk', says)
}

/** The version of Node: 20 runs Cairn and has no support any more. */
export function checkNode(version = process.versions.node): Finding {
  return Number(version.split('.')[0]) < OLDEST_TESTED
    ? note('Node', `${version} is no longer supported by its makers; take 24`)
    : ok('Node', version)
}
