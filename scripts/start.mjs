import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, ensureInstalled, requireBuilt, requireNode } from './lib/prepare.mjs'
import { ROOT } from './lib/run.mjs'

/** They only ask, as commands do. A server may be running out of this very folder, and installing takes its files away. */
const QUESTIONS = ['--check', '--jobs', '--retry-jobs']

requireNode()
const [, , first = '--'] = process.argv
if (!first.startsWith('-') || process.argv.some((option) => QUESTIONS.includes(option))) {
  requireBuilt()
} else {
  await ensureInstalled()
  await ensureBuilt()
}
process.env.NODE_ENV ??= 'production'
await import(pathToFileURL(join(ROOT, 'apps', 'server', 'dist', 'main.js')).href)
