import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireBuilt, requireNode } from './lib/prepare.mjs'
import { ROOT } from './lib/run.mjs'

/**
 * `npm run cairn -- <command>` does what an operator asks for, with the server that is built. It installs and builds
 * nothing: a server may be running out of this very folder. Without a command it lists them, and never starts a server.
 */
requireNode()
requireBuilt()
const [, , first = '--'] = process.argv
if (first.startsWith('-')) process.argv.splice(2, Infinity, 'help')
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(ROOT, 'apps', 'server', 'dist', 'main.js')).href)
