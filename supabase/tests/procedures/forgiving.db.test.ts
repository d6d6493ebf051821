import { contains, folded, typoTest } from '@cairn/workspace/lib/forgiving'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ID } from '../support/cast.ts'
import { openStage, type Stage } from '../support/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

const LETTERS = 'abcdeghiloruyz ABCÄÖÜäöüßẞÉéèñÑçÇåÅøØłŁđĐİıŞşğČžæÆœþ0-1_%'
const text = (least: number) =>
  fc
    .array(fc.constantFrom(...LETTERS), { minLength: least, maxLength: 12 })
    .map((letters) => letters.join(''))
/** Lower case letters of the Latin, Greek and Cyrillic scripts, and signs, as they come. */
const anyText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x52f }).map((code) => String.fromCodePoint(code)),
})

describe('a search with accents, capitals or a typo', () => {
  it('is folded alike here and in the browser', async () => {
    const samples = fc.sample(fc.oneof(text(0), anyText), 2000).map(displayed)
    const rows = await stage.admin`
      select private.folded(w) as folded
      from json_array_elements_text(${JSON.stringify(samples)}::text::json) with ordinality u (w, place)
      order by place`
    const here = samples.map((sample) => [sample, folded(sample)])
    expect(rows.map(({ folded }, place) => [samples[place], folded])).toEqual(here)
  })

  it('matches the same typos here and in the browser', async () => {
    const samples = fc.sample(fc.tuple(text(4), fc.nat(12), fc.constantFrom(...LETTERS)), 1000).map(mistyped)
    const rows = await stage.admin`
      select coalesce(private.folded(pair ->> 1) ~ private.typo_pattern(pair ->> 0), false) as fits
      from json_array_elements(${JSON.stringify(samples)}::text::json) with ordinality u (pair, place)
      order by place`
    const here = samples.map(([typed, name]) => [typed, name, typoTest(typed)?.(name) ?? false])
    expect(rows.map(({ fits }, place) => [...(samples[place] ?? []), fits])).toEqual(here)
    expect(rows.filter(({ fits }) => fits).length).toBeGreaterThan(100)
  })

  it('needs no extension but those of the trigrams: unaccent is not there', async () => {
    const extensions =
      await stage.admin`select extname from pg_extension where extname in ('unaccent', 'fuzzystrmatch')`
    expect(extensions).toEqual([])
    expect(contains('Özge', 'ozge')).toBe(true)
    const [row] = await stage.admin`select private.folded('Özge') as folded`
    expect(row).toEqual({ folded: 'ozge' })
  })

  it('uses an index among 5,000 records', async () => {
    await stage.admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`
        insert into public.systems (account_id, name, description)
        select ${ID.acme}, 'Turbine ' || md5(n::text), 'Stands in hall ' || n from generate_series(1, 5000) n`
      await tx`insert into public.systems (account_id, name) values (${ID.acme}, 'Workday')`
    })
    await stage.admin`vacuum analyze private.records`
    for (const condition of [
      `private.folded(s.name) like '%workday%' or private.folded(s.description) like '%workday%'`,
      `private.folded(s.name) ~ private.typo_pattern('wrokday')`,
    ]) {
      const plan = await stage.admin.begin(async (tx) => {
        await tx`set local cpu_operator_cost = 0.1`
        return tx.unsafe(
          `explain (analyze, format json) select from public.systems s where s.account_id = '${ID.acme}' and (${condition})`,
        )
      })
      const said = JSON.stringify(plan)
      expect(said).toContain('records_search_idx')
      expect(said).not.toMatch(/"Rows Removed by (Filter|Index Recheck)": [1-9]\d\d/)
    }
  })
})

/** Removes control characters, as the database does. */
const displayed = (words: string) => words.replaceAll(/\p{Cc}|\p{Cf}/gu, '')

/** A text with one letter changed, and the text. */
function mistyped([words, place, letter]: [string, number, string]): [string, string] {
  const at = place % words.length
  const typed =
    words.slice(0, at) + (place % 3 === 0 ? '' : letter) + words.slice(at + (place % 3 === 1 ? 0 : 1))
  return [typed.trim(), words]
}
