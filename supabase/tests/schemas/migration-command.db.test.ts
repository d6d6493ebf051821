import { splitStatements } from '@cairn/postgres/migrate/split-statements'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changesBetween } from '../../tools/changes.ts'
import { objectsOf } from '../../tools/objects.ts'
import { readSchemas, type SchemaFile } from '../../tools/schema-files.ts'
import { statementsOf } from '../../tools/statements.ts'
import { connected, databaseOfSchemas } from '../support/databases.ts'

let migrated: TestDatabase
beforeEach(async () => {
  migrated = await testDatabase('product')
})
afterEach(() => migrated.drop())

/** The schemas with an edit: each text of `from` has to occur once. */
function edited(...edits: readonly (readonly [from: string | RegExp, to: string])[]): SchemaFile[] {
  return readSchemas().map((file) => {
    const text = edits.reduce((written, [from, to]) => written.replace(from, to), file.text)
    return { ...file, text, statements: splitStatements(text) }
  })
}

/**
 * The migration that the command writes for edited schemas, and the differences that remain once it has been applied.
 */
async function migrationFor(files: SchemaFile[], byHand = '') {
  const wanted = await databaseOfSchemas(files)
  try {
    const described = await connected(wanted.admin, objectsOf)
    return await connected(migrated.admin, async (sql) => {
      await sql.unsafe(byHand)
      const changes = changesBetween(await objectsOf(sql), described, statementsOf(files))
      await sql.unsafe(['set check_function_bodies = off;', ...changes.statements].join('\n'))
      const left = changesBetween(await objectsOf(sql), described, statementsOf(files))
      return { ...changes, left }
    })
  } finally {
    await wanted.drop()
  }
}

const NOTHING = { statements: [], byHand: [] }

describe('npm run migration', () => {
  it('writes nothing where nothing changed', async () => {
    expect(await migrationFor(readSchemas())).toEqual({ ...NOTHING, left: NOTHING })
  })

  it.each<[string, [string | RegExp, string], RegExp]>([
    [
      'a body',
      ["select left(email, 2) || '********'", "select left(email, 1) || '********'"],
      /^create or replace function private\.masked_email/,
    ],
    [
      'a comment of a function',
      ["'Whether it has the shape of an e-mail address.'", "'Whether it is an address.'"],
      /^comment on function private\.is_email/,
    ],
    [
      'who may call a function',
      [/grant execute on function private\.is_email\(text\) to [^;]+;/, ''],
      /^revoke all on function private\.is_email\(text\)/,
    ],
    [
      'a policy',
      [
        'create policy "members see the records of their account" on private.records\n  for select',
        'create policy "members see the records of their account" on private.records\n  for all',
      ],
      /^drop policy "members see the records of their account"/,
    ],
    [
      'the name of a policy',
      ['"members see the records of their account"', '"members read records of their account"'],
      /^drop policy "members see the records/,
    ],
    [
      'a trigger',
      [
        'create trigger records_clean before insert or update of name on',
        'create trigger records_clean before insert on',
      ],
      /^create or replace trigger records_clean/,
    ],
    [
      'a trigger that is gone',
      [/create trigger records_clean [^;]+;/, ''],
      /^drop trigger records_clean on private\.records;$/,
    ],
    [
      'a grant on columns',
      [
        'grant insert (system_id, expert_id, assigned_by) on public.system_experts',
        'grant insert (system_id, expert_id) on public.system_experts',
      ],
      /^revoke all on public\.system_experts from/,
    ],
    [
      'a comment of a column',
      ["'The person who last changed the record.'", "'The user who last changed the record.'"],
      /^comment on /,
    ],
    [
      'a parameter of a function',
      [
        'create function private.masked_email(email text)',
        'create function private.masked_email(address text)',
      ],
      /^drop function private\.masked_email\(text\);$/,
    ],
  ])('carries over %s', async (what, edit, first) => {
    const edits: [string | RegExp, string][] =
      what === 'a parameter of a function'
        ? [edit, ['select left(email, 2)', 'select left(address, 2)']]
        : [edit]
    const { statements, byHand, left } = await migrationFor(edited(...edits))
    expect(statements[0]).toMatch(first)
    expect(byHand).toEqual([])
    expect(left).toEqual(NOTHING)
  })

  it('names a new column, which is written by hand, and carries over what stands beside it', async () => {
    const files = edited(
      [/(create table private\.records \([\s\S]*?)\n {2}constraint/, '$1\n  reviewer text,\n  constraint'],
      [
        'comment on column private.records.name is',
        "comment on column private.records.reviewer is 'The person who looks after it.';\ncomment on column private.records.name is",
      ],
    )
    const first = await changesOf(files)
    expect(first.byHand).toEqual(['new column private.records.reviewer: text f  '])
    const { byHand, left } = await migrationFor(files, 'alter table private.records add column reviewer text')
    expect({ byHand, left }).toEqual({ byHand: [], left: NOTHING })
  })
})

async function changesOf(files: SchemaFile[]) {
  const wanted = await databaseOfSchemas(files)
  try {
    const described = await connected(wanted.admin, objectsOf)
    return changesBetween(await connected(migrated.admin, objectsOf), described, statementsOf(files))
  } finally {
    await wanted.drop()
  }
}
