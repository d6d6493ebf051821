import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AUTH_PHRASES, SERVER_PHRASES } from './server-phrases.ts'

const ROOT = join(import.meta.dirname, '../../../../../..')
const SCHEMAS = join(ROOT, 'supabase/schemas')
/** The source of the reasons with which the server's job refuses an archive. */
const ARCHIVE_PROBLEMS = join(ROOT, 'apps/server/src/archives/archive-problem.ts')

/** The sentences for operators and callers without screens, those that a screen replaces, and those with placeholders. */
const NOT_ON_SCREEN = [
  /%/,
  /^Admins will not|^Invitations will not|^The history will not have|^Locks on sign-ins|^The log of security|^The role cairn/,
  /^Severity: medium/,
  // Of columns that a trigger fills, and of a procedure that is the server's alone.
  /^Mails must be|^State must be retrying/,
  // The screens send conditions in their shape.
  /^Conditions need|^A condition needs/,
  // The screens send rows, matches and decisions in their shape.
  /^A match is a JSON|^Effect must be|^Outcome must be|^Send at most 1,000 rows|^Rows are applied|^Join one row/,
  /^A person is a member, invited|^Rows meet records by/,
  // The screens send working hours in their shape.
  /^Working hours are \{/,
  // The screens offer these formats, and the server function asks for parts.
  /^Format must be csv|^A part of an export|^There is no such list\./,
  // The screens send records in their shape.
  /^Add 1 to 100 records|^A record must be an object|^A new record has a name/,
  // Scripts push what they find.
  /^A manager can renew the key|^Send a list of at most 1,000|^This is not the key of a source|^What was found must be/,
  // Scripts with a token read these, and no screen sends what they refuse.
  /^A token may not call|^The scope of this token|^This API token|^The service account of this API|^The end of a token/,
  /^A token is a member’s/,
  // Only they send an Idempotency-Key.
  /Idempotency-Key/,
  // The server alone writes the states of archives.
  /^State must be (waiting|uploading), /,
  // Admins read that a line of their archive cannot be read.
  /^The archive has (a line without|records of another)|^The default of a field has|^The history of an archive names/,
  // The screens send one owner.
  /^The owner is a member or/,
  // Assistants read what their tools are told.
  /^Only assistants call tools|^Too many tools were called|^Only members of an account can use tools|^There is no such tool|^Your account does not (use this c|let assistants)/,
  /^This field cannot be suggested|^The name of the program has/,
  /^This was suggested already|^Too many suggestions in your name|^The field has this value|^This is only tried/,
  /^A line of the inbox can be snoozed for a year|^Mute a reason or a record/,
  /^Only people who have signed in (decide|have an inbox|have a dashboard)|^The reason has at most 500|^State must be open, accepted/,
  // No person is asked for a secret by a token, and the server alone notes which there are.
  /^Tokens and apps make no secrets|^Kind must be one of the known kinds of secrets|^A recent sign-in is judged/,
  // Comes with its hint.
  /^An account needs an admin\.$/,
]

/** The sentences in the schemas, without comments and hints, and those of archives. */
function sentences(): readonly string[] {
  const sql = readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => readFileSync(join(SCHEMAS, file), 'utf8'))
  const found = sql.flatMap((text) => {
    const spoken = text
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/comment on [^;]*?'(?:[^']|'')*';/g, '')
      .replaceAll(/hint\s*=\s*'(?:[^']|'')*'/g, '')
    const literals = [...spoken.matchAll(/'((?:[^']|'')*)'/g)].map(([, literal = '']) =>
      literal.replaceAll("''", "'"),
    )
    return literals.filter((literal) => /^[A-Z%].* .*\.$/.test(literal))
  })
  const ofArchives = [...readFileSync(ARCHIVE_PROBLEMS, 'utf8').matchAll(/: '([^']+)',/g)].map(
    ([, text = '']) => text,
  )
  return [...new Set([...found, ...ofArchives])].sort()
}

test('every sentence with which the database answers people is listed for translation', () => {
  const listed: readonly string[] = SERVER_PHRASES
  const missing = sentences().filter(
    (sentence) => !listed.includes(sentence) && !NOT_ON_SCREEN.some((pattern) => pattern.test(sentence)),
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
