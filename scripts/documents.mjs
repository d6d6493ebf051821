import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { anchorsOf, LONGEST_SENTENCE, linksIn, namelessWordsIn, sentencesOf } from './lib/prose.mjs'
import { ROOT } from './lib/run.mjs'

/**
 * Checks README, SECURITY and docs: no sentence is too long, no word hides who acts, every link leads somewhere, the
 * README names every command, and the list of decisions is the one that their first lines make.
 *
 *     npm run documents                check; names file, line and what is wrong
 *     npm run decisions                write docs/decisions/README.md from the first lines of the decisions
 */

const DECISIONS = join(ROOT, 'docs', 'decisions')
const LIST = join(DECISIONS, 'README.md')
const STATUS = /^(\d{4}-\d{2}-\d{2}) · (accepted|superseded by \[.+\]\(.+\.md\))$/

function documents() {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(ROOT, 'docs', path))
  return [join(ROOT, 'README.md'), join(ROOT, 'SECURITY.md'), ...pages].sort()
}

function faultsOfText(text) {
  const long = sentencesOf(text)
    .filter(({ words }) => words > LONGEST_SENTENCE)
    .map(({ line, words, text }) => `${line}: a sentence of ${words} words: ${text.slice(0, 60)} …`)
  const nameless = namelessWordsIn(text).map(({ line, word }) => `${line}: '${word}' does not say who acts`)
  return [...long, ...nameless]
}

function faultsOfLinks(path, text) {
  return linksIn(text)
    .filter(({ target }) => !/^[a-z]+:/.test(target) && !leadsSomewhere(path, target))
    .map(({ line, target }) => `${line}: the link ${target} leads nowhere`)
}

function leadsSomewhere(path, target) {
  const [file, anchor] = target.split('#')
  const place = file === '' ? path : resolve(dirname(path), file)
  if (!existsSync(place)) return false
  return anchor === undefined || anchorsOf(readFileSync(place, 'utf8')).has(anchor)
}

/** Commands that the README's tables lack, and those that it names and that do not exist. */
function faultsOfCommands(readme) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const rows = readme.split('\n').filter((line) => line.startsWith('| `npm '))
  const cells = rows.map((row) => row.split(/(?<!\\)\|/)[1]).join(' ')
  const named = new Set([...cells.matchAll(/`npm (?:run )?([a-z:-]+)/g)].map(([, name]) => name))
  const missing = Object.keys(scripts).filter((name) => !named.has(name))
  const unknown = [...named].filter((name) => !(name in scripts))
  return [
    ...missing.map((name) => `1: no row of the table of commands has \`npm run ${name}\``),
    ...unknown.map((name) => `1: the table of commands has \`npm run ${name}\`, which does not exist`),
  ]
}

/** Title, date and status of each decision, by name; a page that does not say them has the date null. */
function decisions() {
  return readdirSync(DECISIONS)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => {
      const [title, , status] = readFileSync(join(DECISIONS, name), 'utf8').split('\n')
      const match = STATUS.exec(status ?? '')
      return { name, title: title.replace(/^# /, ''), date: match?.[1] ?? null, status: match?.[2] ?? '' }
    })
}

function listOfDecisions() {
  const rows = decisions().map(
    ({ name, title, date, status }) => `| ${date} | [${title}](${name}) | ${status} |`,
  )
  return `# Decisions

What could have been done in another way: the context, what was decided, what was refused and why. A decision that no
longer holds keeps its page and names the one that supersedes it. \`npm run decisions\` writes this list from the first lines
of the pages.

| date | decision | status |
|---|---|---|
${rows.join('\n')}
`
}

function check() {
  const faults = documents().flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const faults = faultsOfText(text)
    return [...faults, ...faultsOfLinks(path, text)].map((fault) => `${relative(ROOT, path)}:${fault}`)
  })
  faults.push(
    ...faultsOfCommands(readFileSync(join(ROOT, 'README.md'), 'utf8')).map((fault) => `README.md:${fault}`),
  )
  for (const { name, date } of decisions())
    if (date === null)
      faults.push(`docs/decisions/${name}:3: no date and status, such as '2026-11-21 · accepted'`)
  if (!existsSync(LIST) || readFileSync(LIST, 'utf8') !== listOfDecisions())
    faults.push('docs/decisions/README.md:1: out of date; npm run decisions writes it anew')
  for (const fault of faults) console.error(fault)
  console.log(`documents: ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

if (process.argv.includes('--write-decisions')) writeFileSync(LIST, listOfDecisions())
else check()
