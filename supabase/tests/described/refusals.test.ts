import { join } from 'node:path'
import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import { describe, expect, it } from 'vitest'
import { refusalsOf } from '../../tools/refusals.ts'
import { readSchemas, type SchemaFile } from '../../tools/schema-files.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const refusals = refusalsOf(readSchemas(), CATALOGUE_KINDS)

const fileOf = (text: string): SchemaFile => ({ name: 'planted.sql', text, statements: [] })

describe('the refusals of the database; otherwise: npm run refusals', () => {
  it('are described in docs/use/refusals.md', async () => {
    const rows = refusals.map(
      ({ code, error, sentence }) => `| \`${code}\` | ${error ?? '–'} | ${sentence ?? '…'} |`,
    )
    const page = [
      '# Refusals',
      '',
      'For developers of clients. The data API says why it refuses in `message`, for people and in English, and in `details` for programs:',
      'a code, and behind a blank its parameters as JSON where it has some. Codes stay; sentences may be worded better.',
      '',
      '```json',
      '{ "code": "23514", "message": "Seats is required.", "details": "field.required {\\"field\\": \\"Seats\\"}", "hint": null }',
      '```',
      '',
      'Errors that Postgres finds itself, such as a key that is taken at the same moment, have the details of Postgres.',
      'Refusals with the code – are no errors: they stand as `refusal` beside their sentence in the answer that tells of them.',
      '',
      '| refusal | `code` | `message` |',
      '|---|---|---|',
      ...rows,
    ].join('\n')
    await expect(`${page}\n`).toMatchFileSnapshot(join(ROOT, 'docs', 'use', 'refusals.md'))
  })

  it('have their sentences in a list that each language translates', async () => {
    const sentences = Object.fromEntries(
      refusals.flatMap(({ code, sentence }) => (sentence === null ? [] : [[code, sentence]])),
    )
    await expect(`${JSON.stringify(sentences, null, 2)}\n`).toMatchFileSnapshot(
      join(ROOT, 'packages', 'workspace', 'src', 'languages', 'refusals.json'),
    )
  })

  it('have a code each, and a code has one sentence', () => {
    expect(() => refusalsOf([fileOf("raise exception 'Not now.' using errcode = '22023';")], [])).toThrow(
      'This refusal has no code: "Not now."',
    )
    const twice = ['Not now.', 'Never.'].map(
      (sentence) => `raise exception '${sentence}' using errcode = '22023', detail = 'test.refused';`,
    )
    expect(() => refusalsOf(twice.map(fileOf), [])).toThrow('test.refused has two sentences')
  })
})
