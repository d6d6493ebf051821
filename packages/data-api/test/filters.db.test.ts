import { testDatabase } from '@cairn/testing/test-database'
import { describe, expect, it } from 'vitest'
import { useWorkbench } from './workbench/workbench.ts'

const bench = useWorkbench(() => testDatabase('auth'))

async function ids(query: string): Promise<unknown> {
  const { json, text } = await bench.request(`/projects?select=id&order=id&${query}`)
  return Array.isArray(json) ? json.map((row: { id: number }) => row.id) : text
}

const encoded = (key: string, value: string) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`

describe('a filter', () => {
  it.each<[string, string, number[]]>([
    ['id', 'eq.1', [1]],
    ['id', 'neq.1', [2, 3, 4]],
    ['id', 'gt.2', [3, 4]],
    ['id', 'gte.2', [2, 3, 4]],
    ['id', 'lt.2', [1]],
    ['id', 'lte.2', [1, 2]],
    ['id', 'not.eq.1', [2, 3, 4]],
    ['name', 'eq.Engine', [1]],
    ['name', 'like.*i*', [1, 2, 4]],
    ['name', 'like.Eng%', [1]],
    ['name', 'like.Stars \\* and \\% signs', []],
    ['name', 'ilike.en*', [1]],
    ['name', 'not.like.*e*', [3, 4]],
    ['name', 'match.^[CE]', [1, 2]],
    ['name', 'imatch.^[ce]', [1, 2]],
    ['name', 'like(any).{Eng*,Pat*}', [1, 3]],
    ['name', 'ilike(all).{*e*,*r}', [2]],
    ['id', 'eq(any).{1,4}', [1, 4]],
    ['id', 'gt(all).{1,2}', [3, 4]],
    ['id', 'in.(1,3)', [1, 3]],
    ['id', 'not.in.(1,3)', [2, 4]],
    ['id', 'in.()', []],
    ['name', 'in.("Engine","Paths")', [1, 3]],
    ['name', 'in.(a"b,Engine)', [1]],
    ['name', 'in.("En\\"gine",Engine)', [1]],
    ['active', 'is.true', [1, 2]],
    ['active', 'is.false', [3]],
    ['active', 'is.null', [4]],
    ['active', 'is.unknown', [4]],
    ['active', 'is.not_null', [1, 2, 3]],
    ['active', 'not.is.null', [1, 2, 3]],
    ['active', 'is.NULL', [4]],
    ['active', 'eq.true', [1, 2]],
    ['reviewer_id', 'isdistinct.2', [2, 3, 4]],
    ['budget', 'eq.100.5', [1]],
    ['started_at', 'gte.2023-12-31', [1, 2, 3, 4]],
    ['started_at', 'lt.infinity', [1, 2, 3, 4]],
    ['tags', 'cs.{maths}', [1, 4]],
    ['tags', 'cd.{maths,iron,language}', [1, 2, 3, 4]],
    ['tags', 'ov.{iron,language}', [1, 2]],
    ['tags', 'eq.{}', [3]],
    ['seasons', 'sl.[6,10)', [1, 4]],
    ['seasons', 'sr.[1,4)', [2]],
    ['seasons', 'nxr.[1,5)', [1, 4]],
    ['seasons', 'nxl.[4,9)', [2]],
    ['seasons', 'adj.[5,7)', [1]],
    ['seasons', 'ov.[3,6)', [1, 2]],
    ['data', 'cs.{"size": 3}', [1]],
    ['data->>size', 'eq.12', [2]],
    ['data->size', 'gt.4', [2]],
    ['data->parts->0->>name', 'eq.wheel', [1]],
    ['data->>colour', 'is.null', [2, 3, 4]],
    ['data->0', 'eq.1', [4]],
    ['name', 'fts.engine', [1]],
    ['name', 'fts(simple).compiler', [2]],
    ['name', 'plfts(english).paths', [3]],
    ['name', 'phfts(english).signs', [4]],
    ['name', 'wfts(english).stars or engine', [1, 4]],
    ['name', 'not.fts(english).engine', [2, 3, 4]],
    ['or', '(id.eq.1,id.eq.3)', [1, 3]],
    ['and', '(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or', '(id.eq.1,id.eq.3)', [2, 4]],
    ['not.and', '(id.gt.1,id.lt.4)', [1, 4]],
    ['or', '(id.eq.1,and(id.gt.2,id.not.eq.4))', [1, 3]],
    ['or', '(id.eq.1,not.and(id.gt.1,id.lt.4))', [1, 4]],
    ['or', '(id.in.(1,2),name.eq."Paths")', [1, 2, 3]],
    ['or', '(tags.cs.{maths,iron},id.eq.3)', [1, 3]],
    ['or', '( id.eq.1 , name.like.*i*er)', [1, 2]],
    ['or', '(name.not.is.null,id.eq.9)', [1, 2, 3, 4]],
    ['or', '(data->>size.eq.12,id.eq.4)', [2, 4]],
  ])('%s=%s', async (key, value, expected) => {
    expect(await ids(encoded(key, value))).toEqual(expected)
  })

  it('joins others by and', async () => {
    expect(await ids('id=gt.1&id=lt.4&name=like.P*')).toEqual([3])
  })

  it.each([
    `O'Brien`,
    `a,account_id.not.is.null)`,
    `"quoted"`,
    `back\\slash`,
    `; drop table public.projects; --`,
    `$1 $2 %s`,
    `✓ ünïcödé`,
    `{braces}`,
  ])('takes %s as it is', async (body) => {
    const remarks = () => bench.client().from('remarks')
    await remarks().insert({ id: 100, project_id: 1, task_number: 1, body }).throwOnError()
    const quoted = `"${body.replaceAll(/["\\]/g, '\\$&')}"`
    const found = await Promise.all([
      remarks().select('id').eq('body', body),
      remarks().select('id').filter('body', 'in', `(other,${quoted})`),
      remarks().select('id').or(`body.eq.${quoted},id.eq.0`),
    ])
    await remarks().delete().eq('id', 100).throwOnError()
    expect(found.map(({ data }) => data)).toEqual([[{ id: 100 }], [{ id: 100 }], [{ id: 100 }]])
  })
})

describe('the official client', () => {
  it('has its filters understood', async () => {
    const projects = () => bench.client().from('projects').select('id').order('id')
    const found = await Promise.all([
      projects().contains('tags', ['maths']),
      projects().containedBy('tags', ['maths', 'iron', 'language']),
      projects().overlaps('tags', ['iron']),
      projects().contains('data', { size: 3 }),
      projects().rangeAdjacent('seasons', '[5,7)'),
      projects().likeAnyOf('name', ['Eng%', 'Pat%']),
      projects().textSearch('name', 'stars engine', { config: 'english', type: 'plain' }),
      projects().match({ id: 1, name: 'Engine' }),
      projects().or('id.eq.1,name.eq.Paths'),
      projects().not('id', 'in', '(1,2)'),
    ])
    expect(found.map(({ data, error }) => error ?? data?.map(({ id }) => id))).toEqual([
      [1, 4],
      [1, 2, 3, 4],
      [1],
      [1],
      [1],
      [1, 3],
      [],
      [1],
      [1, 3],
      [3, 4],
    ])
  })
})
