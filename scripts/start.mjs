import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, requireNode } from './lib/prepare.mjs'
import { ROOT } from './lib/run.mjs'

requireNode()
await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(ROOT, 'apps', 'server', 'dist', 'main.js')).href)
