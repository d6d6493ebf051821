import { describe, expect, test } from 'vitest'
import { readText } from '../read-tables.ts'

async function entriesOf(text: string, name = 'a.json') {
  const { head, rows, shape, dialect } = await readText(text, name)
  const entries = rows.map(({ cells }) =>
    Object.fromEntries(
      (head ?? []).flatMap((key, column) => (cells[column] == null ? [] : [[key, cells[column]]])),
    ),
  )
  return { entries, shape, kind: dialect.kind }
}

describe('JSON', () => {
  test('a list of objects: each key is a column, objects in objects have keys with points', async () => {
    const text =
      '[{"name":"Jira","owner":{"email":"ann@example.com"},"tags":["a","b"]},{"name":"Wiki","cost":5,"links":[{"url":"x"}]}]'
    expect(await entriesOf(text)).toEqual({
      shape: 'entries',
      kind: 'json',
      entries: [
        { name: 'Jira', 'owner.email': 'ann@example.com', tags: 'a, b' },
        { name: 'Wiki', cost: 5, links: '[{"url":"x"}]' },
      ],
    })
  })

  test('an object around the list', async () => {
    expect((await entriesOf('{"total":2,"items":[{"name":"Jira"},{"name":"Wiki"}]}')).entries).toEqual([
      { name: 'Jira' },
      { name: 'Wiki' },
    ])
  })

  test('a list of lists, of which the first is the head', async () => {
    expect(await entriesOf('[["Name","Cost"],["Jira",5]]')).toEqual({
      shape: 'rows',
      kind: 'json',
      entries: [{ Name: 'Jira', Cost: 5 }],
    })
  })

  test('a value per line', async () => {
    expect(await entriesOf('{"name":"Jira"}\n\n{"name":"Wiki"}\n', 'pasted')).toEqual({
      shape: 'entries',
      kind: 'json-lines',
      entries: [{ name: 'Jira' }, { name: 'Wiki' }],
    })
  })

  test('keys that objects have by themselves are keys like others', async () => {
    const { entries } = await entriesOf('[{"__proto__":"a","constructor":"b","name":"c"}]')
    expect(Object.values(entries[0] ?? {})).toContain('b')
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})
