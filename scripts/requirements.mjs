import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './lib/run.mjs'

/**
 * Lists the numbers of docs/requirements.md that no test title names.
 *
 *     npm run requirements                 everything
 *     npm run requirements -- AUTH SYS     only these sections; fails when one of their numbers is missing
 *     npm run requirements -- --covered    the sections that are done, see COVERED
 */

/** Sections whose every number a test names; a number that loses its test fails `npm test`. */
const COVERED = [
  'AGT',
  'AUTH',
  'AUTO',
  'CSP',
  'DASH',
  'GUEST',
  'KNOW',
  'SHELL',
  'SOL',
  'SRCH',
  'SYS',
  'THEME',
  'TOAST',
]

const TEST_FOLDERS = ['apps', 'packages', 'supabase/tests', 'acceptance', 'e2e']

/** "[AUTH-01, 02, SYS-03]" in a title names AUTH-01, AUTH-02 and SYS-03. */
function numbersIn(text) {
  const numbers = []
  let section = ''
  for (const entry of text.split(',')) {
    const match = /^\s*(?:([A-Z][A-Z0-9]*)-)?(\d\d)\s*$/.exec(entry)
    if (match === null) return []
    section = match[1] ?? section
    if (section !== '') numbers.push(`${section}-${match[2]}`)
  }
  return numbers
}

function required() {
  const rows = readFileSync(join(ROOT, 'docs', 'requirements.md'), 'utf8').matchAll(
    /^\| ([A-Z][A-Z0-9]*-[^|]*) \|/gm,
  )
  // A row can answer a range of points: "OPEN-01, 05–08".
  const ids = [...rows].flatMap(([, cell]) =>
    numbersIn(cell.replace(/(\d\d)–(\d\d)/g, (_, from, to) => range(Number(from), Number(to)).join(', '))),
  )
  return [...new Set(ids)].sort()
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, step) => String(from + step).padStart(2, '0'))
}

function named() {
  const files = TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|spec|cases)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('node_modules')),
  )
  const brackets = files.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/\[([A-Z][A-Z0-9]*-\d\d[^\]]*)\]/g),
  ])
  return new Set(brackets.flatMap(([, list]) => numbersIn(list)))
}

const args = process.argv.slice(2)
const sections = args.includes('--covered') ? COVERED : args
const all = required().filter((id) => sections.length === 0 || sections.includes(id.split('-')[0]))
const tested = named()
const missing = all.filter((id) => !tested.has(id))

for (const section of new Set(missing.map((id) => id.split('-')[0]))) {
  console.log(missing.filter((id) => id.startsWith(`${section}-`)).join(' '))
}
console.log(`${all.length - missing.length} of ${all.length} requirements are named by a test`)
if (sections.length > 0 && missing.length > 0) process.exitCode = 1
