import { expect, it } from 'vitest'
import { countedPhrases, namelessSentences, problemOfSubject } from '../../scripts/lib/voice.mjs'

const found = (text: string) => namelessSentences(text).map(({ line }) => line)

it.each([
  '/** What a caller may do. */',
  '/**\n * Who asked for it.\n */',
  '// One more than is shown.',
  '-- That which is gone.',
  '-- Holds the rows.\n--\n-- One insert for each.',
  '/**\n * Holds the rows.\n *\n * Whoever asks is answered.\n */',
  "it('what is gone comes back', () => {})",
  "it.each([1, 2])('[OPEN-02, 04] nobody sees %s', () => {})",
  "test('whoever asks is answered', () => {})",
  "comment on table public.records is 'What an account has.';",
])('refuses a sentence that begins with a word that names nothing: %s', (text) => {
  expect(found(text)).toHaveLength(1)
})

it.each([
  '/** Caches the lookup per domain. */',
  '// A row is locked\n// One at a time.',
  "it('rolls back a failed change', () => {})",
  "const text = 'What is new'",
  'const oneOf = Oneness',
])('lets pass a sentence with a subject: %s', (text) => {
  expect(found(text)).toEqual([])
})

it('names the line', () => {
  expect(found('const a = 1\n\n/** What it is. */')).toEqual([3])
})

it.each([
  ['Retry lazily loaded parts when the connection returns', null],
  ['Webhooks are retried', 'does not begin with a verb in the imperative'],
  ['retry parts', 'does not begin with a capital letter'],
  [`Retry ${'parts '.repeat(12)}`.trim(), 'has 77 characters'],
])('judges the subject of a commit: %s', (subject, problem) => {
  const said = problemOfSubject(subject)
  if (problem === null) expect(said).toBeNull()
  else expect(said).toContain(problem)
})

it('counts phrases', () => {
  expect(Object.fromEntries(countedPhrases(['It is told anew.', 'anew']))).toEqual({
    'is told': 1,
    'of its own': 0,
    anew: 2,
  })
})
