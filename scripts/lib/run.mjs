import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Runs a program with this terminal, in the project's root or in `cwd`, for so long at the most; resolves with its exit code. */
export function run(command, args, { env = {}, quiet = false, cwd = ROOT, withinMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      timeout: withinMs,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === null ? 0 : 1)))
  })
}

/**
 * Runs a program in the project's root and hands on what it writes and the messages that it sends; resolves with its exit
 * code.
 */
export function runTold(command, args, { env = {}, write, onMessage }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage === undefined ? [] : ['ipc'])],
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
    if (onMessage !== undefined) child.on('message', onMessage)
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Runs a program that npm installed for the project, such as `vite`. */
export function runTool(name, args, options) {
  return run(toolPath(name), args, options)
}

/** Where npm put a program that it installed for the project. */
export function toolPath(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}

/** Runs a program in the project's root; resolves with its exit code and all that it wrote, in its order. */
export async function runToEnd(command, args) {
  let output = ''
  const code = await runTold(command, args, {
    write(text) {
      output += text
    },
  })
  return { code, output }
}
