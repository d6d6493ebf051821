import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Starts Cairn out of the folder of a release: `node cairn.mjs`. With a command behind it, it does that instead: `node
 * cairn.mjs help` lists them.
 * Written so that an old Node can read it and say that it is too old.
 */
const HERE = dirname(fileURLToPath(import.meta.url))
const release = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8'))

function refuse(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isOlderThan(wanted) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor)
}

/** Programs for glibc do not run where another C library is, as on Alpine. */
function isOtherLibrary() {
  if (release.libc === undefined) return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

const oldest = release.engines.node.replace('>=', '')
if (isOlderThan(oldest)) refuse(`Cairn needs Node ${oldest} or newer; this is ${process.versions.node}.`)

const [os] = release.os
const [cpu] = release.cpu
if (os !== process.platform || cpu !== process.arch)
  refuse(
    `This release of Cairn is for ${os}-${cpu}; this machine is ${process.platform}-${process.arch}. Take its own.`,
  )
if (isOtherLibrary())
  refuse('This release of Cairn needs a Linux with glibc, such as Debian; this one has another C library.')

process.env.NODE_ENV = process.env.NODE_ENV || 'production'
// Beside the release, not in it: the next release is another folder, and finds the same data.
process.env.CAIRN_DATA_DIR = process.env.CAIRN_DATA_DIR || join(dirname(HERE), '.cairn')
await import(pathToFileURL(join(HERE, 'apps', 'server', 'dist', 'main.js')).href)
