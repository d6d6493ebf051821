import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tellsOperators } from '../lib/changelog.mjs'

/**
 * Says how the commit of a release is tagged, in the folder in which it is called; with `--tag` it makes the tag, or ends
 * with 1 and the reason. It pushes nothing.
 */

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const TAG = `v${version}`
const MIGRATIONS = join('supabase', 'migrations')

// An image of a container is built from files without their history.
if (git('rev-parse', '--git-dir') !== null) tell(process.argv.includes('--tag'))

function tell(isAsked) {
  const tagged = git('rev-parse', '--verify', '--quiet', `${TAG}^{commit}`)
  if (tagged !== null && tagged === git('rev-parse', 'HEAD')) {
    console.log(`The tag ${TAG} names this commit.`)
    return
  }
  const reason = reasonAgainst(tagged)
  if (!isAsked) {
    console.log(reason ?? `The release has no tag yet. npm run release -- --tag makes ${TAG} here.`)
  } else if (reason !== null) {
    console.error(reason)
    process.exitCode = 1
  } else {
    execFileSync('git', ['tag', '--annotate', TAG, '--message', `Cairn ${version}`])
    console.log(`The tag ${TAG} names this commit now. Nothing was pushed: git push origin ${TAG} does that.`)
  }
}

/** Why this commit cannot have the tag of its version; null where it can. */
function reasonAgainst(tagged) {
  if (tagged !== null)
    return `The tag ${TAG} names the commit ${tagged.slice(0, 8)}. Give package.json the next version.`
  if (git('status', '--porcelain') !== '')
    return `Some files differ from the commit, so ${TAG} would not name what was packed.`
  const changelog = existsSync('CHANGELOG.md') ? readFileSync('CHANGELOG.md', 'utf8') : ''
  if (!tellsOperators(changelog, version))
    return `CHANGELOG.md has no section "## ${version} – <date>" with "### For operators".`
  const [unrecorded] = unrecordedMigrations()
  if (unrecorded !== undefined)
    return `The migration ${unrecorded} is not recorded as released. npm run migration -- --released does that; commit it.`
  return null
}

/** The migrations that released.json does not name. */
function unrecordedMigrations() {
  if (!existsSync(MIGRATIONS)) return []
  const released = JSON.parse(readFileSync(join(MIGRATIONS, 'released.json'), 'utf8'))
  return readdirSync(MIGRATIONS).filter(
    (file) => file.endsWith('.sql') && released[file.split('_')[0]] === undefined,
  )
}

/** The output of a git command; null where git refuses it. */
function git(...words) {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
