import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AUTH_PHRASES, SERVER_PHRASES } from './server-phrases.ts'

const ROOT = join(import.meta.dirname, '../../../../../..')
const SCHEMAS = join(ROOT, 'supabase/schemas')

/** The sentences for operators and callers without screens, and those with placeholders. */
const NOT_ON_SCREEN = [
  /%/,
  /^Admins will not|^Invitations will not|^The history will not have|^Locks on sign-ins|^The log of security|^The role cairn/,
  /^Severity: medium/,
  // A recent sign-in is judged by less where the server lacks the table.
  /^A recent sign-in is judged/,
]

/** The sentences of refusals: a code finds their translations. */
const REFUSALS = new Set(
  Object.values(
    z
      .record(z.string(), z.string())
      .parse(JSON.parse(readFileSync(join(ROOT, 'packages/workspace/src/languages/refusals.json'), 'utf8'))),
  ),
)

/** The sentences in the schemas, without comments and hints. */
function sentences(): readonly string[] {
  const sql = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  const found = sql.flatMap((text) => {
    const spoken = text
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/comment on [^;]*?'(?:[^']|'')*';/g, '')
      .replaceAll(/hint\s*=>?\s*'(?:[^']|'')*'/g, '')
    const literals = [...spoken.matchAll(/'((?:[^']|'')*)'/g)].map(([, literal = '']) =>
      literal.replaceAll("''", "'"),
    )
    return literals.filter((literal) => /^[A-Z%].* .*\.$/.test(literal))
  })
  return [...new Set(found)].sort()
}

test('every sentence that the database answers or keeps for people is listed for translation', () => {
  const listed: readonly string[] = SERVER_PHRASES
  const missing = sentences().filter(
    (sentence) =>
      !listed.includes(sentence) &&
      !REFUSALS.has(sentence) &&
      !NOT_ON_SCREEN.some((pattern) => pattern.test(sentence)),
  )
  expect(missing).toEqual([])
})

test('no sentence is listed twice', () => {
  const all = [...SERVER_PHRASES, ...AUTH_PHRASES]
  expect(all).toHaveLength(new Set(all).size)
})

test.each(['es', 'fr', 'de'])(
  '[GAP-37] a password that was never confirmed has its way out, in %s',
  (language) => {
    const file = join(SCHEMAS, '../../packages/workspace/src/languages/texts', `${language}.json`)
    const texts = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    const sentence = AUTH_PHRASES.find((each) => each.startsWith('This password was never confirmed'))
    expect(sentence).toContain('Forgot password?')
    expect(texts[sentence ?? '']).toContain(texts['Forgot password?'])
  },
)
