import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../lib/run.mjs'

const APT_GET = '/usr/bin/apt-get'
/** Drills run beside each other, and apt refuses a second one at the same time: flock lets it wait. */
const ONE_AT_A_TIME = join(tmpdir(), 'cairn-apt.lock')
/** A machine without a way to the packages runs the other drills. */
const IMPATIENTLY = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10']

/** Installs a Debian package that brings a program, where root may; says whether the program is there. */
export async function ensureProgram(path, aptPackage) {
  if (existsSync(path)) return true
  if (process.getuid?.() !== 0 || !existsSync(APT_GET)) return false
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters) =>
    run('flock', [ONE_AT_A_TIME, APT_GET, '-qq', ...IMPATIENTLY, ...parameters], { env, quiet: true })
  await apt('update')
  await apt('install', '-y', '--no-install-recommends', aptPackage)
  return existsSync(path)
}

/** The row of a drill for which this machine lacks something. */
export const notRun = (reason) => ({ done: `nothing: ${reason}`, came: 'NOT RUN', passed: true })
