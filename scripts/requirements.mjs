import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { numbersIn } from './lib/requirement-numbers.mjs'
import { ROOT } from './lib/run.mjs'
import { KNOWN_OPEN, speaksOfScreen } from './lib/screen-requirements.mjs'

/**
 * Lists the numbers of docs/develop/requirements.md that no test title names. A requirement that speaks of a screen counts as
 * named only by a test of the screen: a journey, a screen test, or a test that draws the component
 * (lib/screen-requirements.mjs).
 *
 *     npm run requirements                 everything
 *     npm run requirements -- AUTH SYS     only these sections; fails when one of their numbers is missing
 *     npm run requirements -- --covered    the sections that are done, see COVERED
 */

/**
 * Sections in which tests name every number, except those known to be open; one that loses its test fails `npm test`.
 */
const COVERED = [
  'AGT',
  'AUTH',
  'AUTO',
  'CSP',
  'DASH',
  'GUEST',
  'I18N',
  'INV',
  'KNOW',
  'MEMBER',
  'PERM',
  'PROF',
  'SET',
  'SHELL',
  'SOL',
  'SRCH',
  'SYS',
  'TEAM',
  'THEME',
  'TOAST',
]

const TEST_FOLDERS = ['apps', 'packages', 'supabase/tests', 'acceptance', 'e2e']

function required() {
  const rows = readFileSync(join(ROOT, 'docs', 'develop', 'requirements.md'), 'utf8').matchAll(
    /^\| ([A-Z][A-Z0-9]*-[^|]*) \|/gm,
  )
  // A row can answer a range of points: "OPEN-01, 05–08".
  return [...new Set([...rows].flatMap(([, cell]) => numbersIn(cell)))].sort()
}

/** Whether a test file shows what users see. */
function isTestOfScreen(path, source) {
  return (
    path.startsWith(join(ROOT, 'e2e')) ||
    path.endsWith('.screen.test.tsx') ||
    (path.endsWith('.test.tsx') && /\brender\w*\(/.test(source))
  )
}

/** The numbers in the titles of all tests, and in those of the tests of screens. */
function named() {
  const files = TEST_FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(test|spec|cases)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.includes('node_modules')),
  )
  const anywhere = new Set()
  const onScreen = new Set()
  for (const path of files) {
    const source = readFileSync(path, 'utf8')
    for (const [, list] of source.matchAll(/\[([A-Z][A-Z0-9]*-\d\d[^\]]*)\]/g)) {
      for (const id of numbersIn(list)) {
        anywhere.add(id)
        if (isTestOfScreen(path, source)) onScreen.add(id)
      }
    }
  }
  return { anywhere, onScreen }
}

function print(title, ids) {
  if (ids.length === 0) return
  console.log(title)
  for (const section of new Set(ids.map((id) => id.split('-')[0]))) {
    console.log(`  ${ids.filter((id) => id.startsWith(`${section}-`)).join(' ')}`)
  }
}

const args = process.argv.slice(2)
const sections = args.includes('--covered') ? COVERED : args
const all = required().filter((id) => sections.length === 0 || sections.includes(id.split('-')[0]))
const { anywhere, onScreen } = named()
const isMet = (id) => (speaksOfScreen(id) ? onScreen : anywhere).has(id)
const open = all.filter((id) => KNOWN_OPEN.has(id) && !isMet(id))
const missing = all.filter((id) => !KNOWN_OPEN.has(id) && !isMet(id))
const closed = all.filter((id) => KNOWN_OPEN.has(id) && isMet(id))

const isNamedElsewhere = (id) => anywhere.has(id)
print(
  'Named by no test:',
  missing.filter((id) => !isNamedElsewhere(id)),
)
print('Speaks of a screen, and is named by no test of the screen:', missing.filter(isNamedElsewhere))
print('Known to be open, for want of the screen:', open)
print('No longer open; take it off the list in scripts/lib/screen-requirements.mjs:', closed)
console.log(
  `${all.length - missing.length - open.length} of ${all.length} requirements are named by a test that can show them`,
)
if (sections.length > 0 && missing.length + closed.length > 0) process.exitCode = 1
