import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from './run.mjs'

/** Journeys that visit every screen, or a whole day: each change of a feature runs them. */
const ON_EVERY_SCREEN = ['first-day', 'guest', 'keyboard-']

/** The beginnings of the names of a feature's journeys. A feature without an entry runs all journeys. */
const OF_FEATURES = {
  agents: ['first-register'],
  automations: ['first-register'],
  bin: ['acts', 'bin', 'undo'],
  connections: ['access-session', 'first-register'],
  dashboard: ['dashboard', 'first-load', 'gaps', 'news'],
  notifications: ['news', 'notifications'],
  profile: ['oauth-consent', 'team-'],
  search: ['tags'],
  settings: ['access-', 'audit-log', 'bin', 'own-fields', 'security-'],
  solutions: ['gaps', 'history-'],
  systems: ['bulk', 'gaps', 'history-', 'record-page', 'undo'],
  team: ['handover', 'invited-owners', 'team-'],
}

/** Files that no journey uses. */
const WITHOUT_JOURNEY = /\.md$|^docs\/|^(?:acceptance|bench|test)\/|\.test\.tsx?$|^supabase\/tests\//

/** Files whose tests vitest finds by imports. Servers, databases and drills that tests start are not imported. */
const FOUND_BY_IMPORTS =
  /^apps\/web\/src\/|^packages\/(?:testing|workspace)\/|\.test\.tsx?$|\.cases\.ts$|^e2e\/|^docs\/(?!develop\/(?:data-model|scale)|use\/openapi)|^[^/]+\.md$/

/** The commit at which the current work branched off main. */
export function whereWorkBegan() {
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== null)
  return (main && git('merge-base', 'HEAD', main)) ?? 'HEAD'
}

/** Every file that differs from that commit, new ones included. */
export function changedSince(commit) {
  const listed = [
    git('diff', '--name-only', commit) ?? '',
    git('ls-files', '--others', '--exclude-standard') ?? '',
  ]
  return [...new Set(listed.join('\n').split('\n').filter(Boolean))]
}

/** Whether vitest's own `--changed` finds every test that these files affect. */
export function isFoundByImports(files) {
  return files.every((file) => FOUND_BY_IMPORTS.test(file))
}

/** The journeys that these files affect, as paths; 'all' where that is not certain. */
export function journeysOf(files) {
  const beginnings = new Set()
  for (const file of files.filter((path) => !WITHOUT_JOURNEY.test(path))) {
    const names = beginningsFor(file)
    if (names === null) return 'all'
    for (const name of names) beginnings.add(name)
  }
  return readdirSync(join(ROOT, 'e2e'), { recursive: true })
    .filter((path) => path.endsWith('.spec.ts') && path !== 'screens.spec.ts')
    .filter((path) => [...beginnings].some((beginning) => basename(path).startsWith(beginning)))
    .map((path) => join('e2e', path))
}

function beginningsFor(file) {
  if (/^e2e\/(?:[^/]+\/)?[^/]+\.spec\.ts$/.test(file)) return [basename(file)]
  const [, feature = ''] = /^apps\/web\/src\/features\/([^/]+)\//.exec(file) ?? []
  return feature in OF_FEATURES ? [...OF_FEATURES[feature], ...ON_EVERY_SCREEN] : null
}

/** The output of git, without its last line break; null where it fails. */
function git(...parameters) {
  try {
    return execFileSync('git', parameters, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}
