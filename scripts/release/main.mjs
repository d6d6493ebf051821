import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ROOT } from '../lib/run.mjs'
import { pack, sha256Of } from './archive.mjs'
import { layOut } from './contents.mjs'

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const NAME = `cairn-${version}-${process.platform}-${process.arch}`

const parameters = process.argv.slice(2)
const target = resolve(parameters[0] ?? join(ROOT, 'release', `${NAME}.tar.gz`))
if (parameters.length > 1 || parameters[0]?.startsWith('-') || !target.endsWith('.tar.gz')) {
  console.error(
    'npm run release takes the path of the archive, which ends in .tar.gz, or nothing: npm run release -- /srv/cairn.tar.gz',
  )
  process.exit(1)
}

try {
  await release()
} catch (error) {
  if (error.code === undefined) throw error
  console.error(
    `The release could not be written: ${error.message}. Name a file in a folder that you may write to.`,
  )
  process.exitCode = 1
}

/** Lays the release out beside the archive, packs it, and only then gives the archive its name. */
async function release() {
  mkdirSync(dirname(target), { recursive: true })
  const draft = mkdtempSync(join(dirname(target), '.cairn-release-'))
  try {
    layOut(join(draft, NAME), version)
    const archive = join(draft, basename(target))
    await pack(draft, NAME, archive)
    renameSync(archive, target)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  const megabytes = (statSync(target).size / 1_000_000).toFixed(1)
  console.log(`${target}\n${megabytes} MB, SHA-256 ${sha256Of(target)}`)
}
