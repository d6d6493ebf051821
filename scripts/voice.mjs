import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/run.mjs'
import { countedPhrases, namelessSentences, problemOfSubject } from './lib/voice.mjs'

/**
 * Checks comments, test titles and the subjects of commits: a sentence names what it is about, and a subject begins with a
 * verb in the imperative. Prints how often it finds phrases that plain sentences avoid.
 *
 *     node scripts/voice.mjs [folder ...]
 */

/** The last commit whose subjects are not checked. */
const SUBJECTS_SINCE = 'f26757c61942f2db58be88fdd87ab123345555f1'
const SOURCES = /\.(?:ts|tsx|mjs|cjs|sql)$/
/** Migrations are not changed once they are applied, other files are generated, and the checker's test plants faults. */
const LEFT_OUT =
  /(?:^|\/)supabase-base\/|(?:^|\/)migrations\/|^supabase\/tests\/upgrades\/|database-types\.ts$|^test\/voice\/|^supabase\/tests\/schemas\/migration-command/

const git = (...parameters) =>
  execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

function subjects() {
  try {
    return git('log', '--no-merges', '--format=%h %s', `${SUBJECTS_SINCE}..HEAD`).split('\n').filter(Boolean)
  } catch {
    // Where the history does not reach back so far, as in an archive.
    return []
  }
}

const files = git('ls-files', '--', ...process.argv.slice(2))
  .split('\n')
  .filter((path) => SOURCES.test(path) && !LEFT_OUT.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
const faults = [
  ...files.flatMap(({ path, text }) =>
    namelessSentences(text).map(({ line, problem }) => `${path}:${line}: ${problem}`),
  ),
  ...subjects().flatMap((commit) => {
    const [hash, ...words] = commit.split(' ')
    const problem = problemOfSubject(words.join(' '))
    return problem === null ? [] : [`commit ${hash}: ${problem}`]
  }),
]
for (const fault of faults) console.error(fault)
for (const [phrase, count] of countedPhrases(files.map(({ text }) => text)))
  console.log(`'${phrase}': ${count} times`)
console.log(`voice: ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
