import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { tellsOperators } from './lib/changelog.mjs'
import {
  anchorsOf,
  LONGEST_PARAGRAPH,
  LONGEST_SENTENCE,
  linksIn,
  namelessWordsIn,
  paragraphsOf,
  sentencesOf,
} from './lib/prose.mjs'
import { ROOT as PROJECT } from './lib/run.mjs'

/**
 * Checks the documents: no sentence and no paragraph is too long, no word hides who acts, every link and every mention
 * leads somewhere, each page is listed in its section, CONTRIBUTING names every command, the changelog has the present
 * version, and the list of decisions is the one that their first lines make.
 *
 *     npm run documents                check; names file, line and what is wrong
 *     npm run decisions                write docs/develop/decisions/README.md from the first lines of the decisions
 *     npm run documents -- FOLDER      the same for another project, as tests do
 */

const [ROOT = PROJECT] = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const DOCS = join(ROOT, 'docs')
const SECTIONS = ['develop', 'operate', 'use']
const COMMANDS = join(ROOT, 'CONTRIBUTING.md')
const DECISIONS = join(DOCS, 'develop', 'decisions')
const LIST = join(DECISIONS, 'README.md')
/** A page and its heading, as code and messages name them; a path within an address is none. */
const MENTION = '(^|[^A-Za-z0-9_./-])docs/[A-Za-z0-9_/.-]+\\.md(#[a-z0-9_-]+)?'
const STATUS = /^(\d{4}-\d{2}-\d{2}) · (accepted|superseded by \[.+\]\(.+\.md\))$/

function documents() {
  const pages = readdirSync(DOCS, { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(DOCS, path))
  const ofRoot = readdirSync(ROOT)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(ROOT, name))
  return [...ofRoot, ...pages].sort()
}

function faultsOfText(text) {
  const beginning = (words) => `${words.slice(0, 60)} …`
  const sentences = sentencesOf(text)
    .filter(({ words }) => words > LONGEST_SENTENCE)
    .map(({ line, words, text }) => `${line}: a sentence of ${words} words: ${beginning(text)}`)
  const paragraphs = paragraphsOf(text)
    .filter(({ words }) => words > LONGEST_PARAGRAPH)
    .map(({ line, words, text }) => `${line}: a paragraph of ${words} words: ${beginning(text)}`)
  const nameless = namelessWordsIn(text).map(({ line, word }) => `${line}: '${word}' does not say who acts`)
  return [...sentences, ...paragraphs, ...nameless]
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

/** Pages that code, messages, settings and documents name by their path, such as docs/operate/keys.md, and that are not there. */
function faultsOfMentions() {
  const listed = execFileSync('git', ['grep', '--untracked', '-InoE', MENTION, '--', ':!test/documents'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .map((line) => /^(.+?):(\d+):.*?(docs\/.+)$/.exec(line))
    .filter((match) => match !== null && !leadsSomewhere(COMMANDS, match[3]))
    .map(([, path, line, mention]) => `${path}:${line}: there is no ${mention}`)
}

/** Pages that stand outside of the three sections, that their section does not list, or that share their title. */
function faultsOfSections(pages) {
  const strangers = readdirSync(DOCS)
    .filter((name) => ![...SECTIONS, 'README.md'].includes(name))
    .map((name) => `docs/${name}:1: belongs to none of the sections ${SECTIONS.join(', ')}`)
  const unlisted = SECTIONS.flatMap((section) => {
    const folder = join(DOCS, section)
    const listed = new Set(
      linksIn(readFileSync(join(folder, 'README.md'), 'utf8')).map(({ target }) => target),
    )
    return readdirSync(folder)
      .filter((name) => name.endsWith('.md') && name !== 'README.md' && !listed.has(name))
      .map((name) => `docs/${section}/README.md:1: does not list ${name}`)
  })
  const titles = pages.map((path) => readFileSync(path, 'utf8').split('\n')[0])
  const shared = titles.flatMap((title, index) => {
    const first = titles.indexOf(title)
    if (first === index) return []
    return `${relative(ROOT, pages[index])}:1: has the title of ${relative(ROOT, pages[first])}`
  })
  return [...strangers, ...unlisted, ...shared]
}

/** Commands that the tables lack, and those that they name and that do not exist. */
function faultsOfCommands(page) {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const rows = page.split('\n').filter((line) => line.startsWith('| `npm '))
  const cells = rows.map((row) => row.split(/(?<!\\)\|/)[1]).join(' ')
  const named = new Set([...cells.matchAll(/`npm (?:run )?([a-z:-]+)/g)].map(([, name]) => name))
  const missing = Object.keys(scripts).filter((name) => !named.has(name))
  const unknown = [...named].filter((name) => !(name in scripts))
  return [
    ...missing.map((name) => `1: no row of the table of commands has \`npm run ${name}\``),
    ...unknown.map((name) => `1: the table of commands has \`npm run ${name}\`, which does not exist`),
  ].map((fault) => `${basename(COMMANDS)}:${fault}`)
}

function faultsOfChangelog() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const isTold = tellsOperators(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  return isTold ? [] : [`CHANGELOG.md:1: has no section "## ${version} – <date>" with "### For operators"`]
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

What could have been done in another way: the context, what was decided, what was refused and why. What belongs together
is one page. A decision that no longer holds keeps its page and names the one that supersedes it. \`npm run decisions\` writes
this list from the first lines of the pages.

| date | decision | status |
|---|---|---|
${rows.join('\n')}
`
}

function faultsOfDecisions() {
  const undated = decisions()
    .filter(({ date }) => date === null)
    .map(
      ({ name }) => `docs/develop/decisions/${name}:3: no date and status, such as '2026-11-21 · accepted'`,
    )
  const isCurrent = existsSync(LIST) && readFileSync(LIST, 'utf8') === listOfDecisions()
  return isCurrent
    ? undated
    : [...undated, 'docs/develop/decisions/README.md:1: out of date; npm run decisions writes it anew']
}

function check() {
  const pages = documents()
  const faults = pages.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const faults = [...faultsOfText(text), ...faultsOfLinks(path, text)]
    return faults.map((fault) => `${relative(ROOT, path)}:${fault}`)
  })
  faults.push(...faultsOfMentions(), ...faultsOfSections(pages))
  faults.push(
    ...faultsOfCommands(readFileSync(COMMANDS, 'utf8')),
    ...faultsOfDecisions(),
    ...faultsOfChangelog(),
  )
  for (const fault of faults) console.error(fault)
  console.log(`documents: ${faults.length} faults`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

if (process.argv.includes('--write-decisions')) writeFileSync(LIST, listOfDecisions())
else check()
