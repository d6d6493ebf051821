import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestDatabase, testDatabase } from '@cairn/testing/test-database'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogueOf } from '../../tools/distribution/catalogue.ts'
import { type Chapter, distributionOf } from '../../tools/distribution/distribution.ts'
import { withSection } from '../../tools/distribution/section.ts'

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'develop', 'scale.md')

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await testDatabase('product')
  sql = postgres({ ...database.admin, ssl: false, max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await database?.drop()
})

it('docs/develop/scale.md counts what the database has; otherwise: npm run distribution', async () => {
  const page = readFileSync(PAGE, 'utf8')
  expect(page).toBe(withSection(page, distributionOf(await catalogueOf(sql))))
})

it('finds obstacles to moving an account to a separate database', async () => {
  const before = distributionOf(await catalogueOf(sql))
  await sql.unsafe(`
    create table public.planted (
      id uuid primary key,
      account_id uuid not null references public.accounts,
      code text unique,
      other uuid references private.records (id),
      person uuid references public.profiles,
      unique (account_id, id)
    );
    create table public.planted_list (planted_id uuid references public.planted);
    create policy "own" on public.planted using (account_id = (select private.caller_id()));
    create function private.planted() returns bigint language sql set search_path = ''
      as $$ select count(*) from public.planted $$;
    create function private.above_planted() returns trigger language plpgsql set search_path = ''
      as $$ begin insert into public.planted_list values (new.id); perform private.planted(); return new; end $$;
    create trigger planted after insert on public.planted execute function private.above_planted()`)
  expect(addedBetween(before, distributionOf(await catalogueOf(sql)))).toEqual({
    'each row names its account': ['public.planted'],
    'no account, of the product': ['public.planted_list'],
    'unique with the account': ['public.planted (account_id, id)'],
    'primary keys without it': ['public.planted (id)'],
    'other unique indexes without it': ['public.planted (code)'],
    'between tables that spread, by the account, that empty nothing': [
      'public.planted (account_id) → public.accounts',
    ],
    'between tables that spread, without the account': ['public.planted (other) → private.records'],
    'from a table that spreads to one that stays': ['public.planted (person) → public.profiles'],
    'from a table that stays to one that spreads': ['public.planted_list (planted_id) → public.planted'],
    'the same, with a query in them': ['public.planted: own'],
    'the same, which reach one that stays': ['public.planted: planted'],
    'in all': ['private.above_planted', 'private.planted'],
    'reach tables that spread and none that stays': ['private.planted'],
    'reach others that stay beside them': ['private.above_planted'],
    'name a table that spreads and no account': ['private.planted'],
  })
})

function addedBetween(before: readonly Chapter[], after: readonly Chapter[]): Record<string, string[]> {
  const earlier = new Map(
    before.flatMap(({ counted }) => counted.map(({ what, names }) => [what, names] as const)),
  )
  const added = after.flatMap(({ counted }) =>
    counted.map(({ what, names }): [string, string[]] => [
      what,
      names.filter((name) => earlier.get(what)?.includes(name) !== true),
    ]),
  )
  return Object.fromEntries(added.filter(([, names]) => names.length > 0))
}
