import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

interface PortRange {
  first: number
  count: number
}

/** Below those that the system gives to connections, one of which could take a port before its server listens. */
const OF_SERVERS: PortRange = { first: 20_000, count: 12_000 }

/** The folder of the user's claims: each is a file with the id of the process. */
export const CLAIMS = join(tmpdir(), `cairn-ports-${userInfo().uid}`)

const claimed = new Set<number>()
process.once('exit', () => {
  for (const port of claimed) rmSync(claimOf(port), { force: true })
})

/**
 * Finds a free port, which is this process's until it ends: no other test takes it before its server listens, or while
 * the server restarts.
 */
export async function freePort({ first, count }: PortRange = OF_SERVERS): Promise<number> {
  const start = randomInt(count)
  for (let step = 0; step < count; step += 1) {
    const port = first + ((start + step) % count)
    if (claim(port) && (await isFree(port))) return port
  }
  throw new Error('No free port.')
}

const claimOf = (port: number) => join(CLAIMS, String(port))

function claim(port: number): boolean {
  mkdirSync(CLAIMS, { recursive: true })
  if (isHeld(port)) return false
  try {
    writeFileSync(claimOf(port), String(process.pid), { flag: 'wx' })
  } catch {
    return false
  }
  claimed.add(port)
  return true
}

/** Whether a living process has claimed the port. A claim of one that was killed is removed. */
function isHeld(port: number): boolean {
  try {
    const holder = Number(readFileSync(claimOf(port), 'utf8'))
    // Between its creation and its first byte, a claim names nobody.
    if (holder === 0 || isAlive(holder)) return true
    rmSync(claimOf(port), { force: true })
    return false
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
