import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BUILT_SERVER } from '@cairn/testing/server-process'

/** Gives a command to the built server, with the settings of an installation. Resolves with its answer for scripts. */
export async function command(env, ...words) {
  const parameters = [BUILT_SERVER, ...words, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { ...process.env, ...env },
  })
  return JSON.parse(stdout)
}
