import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { ROOT } from './lib/run.mjs'

requireNode()
await ensureInstalled()
// The server refuses to start without a built app, and mail links lead to it.
await ensureBuilt()

const WEB_PORT = process.env.CAIRN_DEV_WEB_PORT ?? '5173'
const API_PORT = process.env.PORT ?? '3000'
const env = {
  ...process.env,
  PORT: API_PORT,
  // It restarts with every edit.
  CAIRN_PROCESSES: process.env.CAIRN_PROCESSES ?? '1',
  PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${WEB_PORT}`,
  CAIRN_DEV_API_PORT: API_PORT,
}

/** Both sides reload by themselves: the server restarts when a source changes, the page updates in place. */
const children = [
  spawn(
    join(ROOT, 'node_modules', '.bin', 'tsx'),
    ['watch', '--clear-screen=false', 'apps/server/src/main.ts'],
    {
      cwd: ROOT,
      env,
      stdio: 'inherit',
    },
  ),
  spawn(join(ROOT, 'node_modules', '.bin', 'vite'), ['--port', WEB_PORT, '--strictPort'], {
    cwd: join(ROOT, 'apps', 'web'),
    env,
    stdio: 'inherit',
  }),
]

for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) if (other !== child) other.kill('SIGTERM')
    process.exitCode = code ?? 0
  })
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
