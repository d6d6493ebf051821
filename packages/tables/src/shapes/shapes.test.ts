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

  test('comments and commas at the end, as settings of editors have them', async () => {
    const text = `{
      // The servers of this workspace
      "servers": {
        "tickets": { "type": "http", "url": "https://mcp.example.com/" /* live */ },
      },
    }`
    expect((await entriesOf(text, 'mcp.json')).entries).toEqual([
      expect.objectContaining({ name: 'tickets', transport: 'http' }),
    ])
  })

  test('the servers of a plugin, without a key around them', async () => {
    const text =
      '{"boost":{"command":"php","args":["artisan"]},"docs":{"type":"http","url":"https://x.example"}}'
    expect(await entriesOf(text, '.mcp.json')).toMatchObject({
      shape: 'mcp_config',
      entries: [{ name: 'boost' }, { name: 'docs' }],
    })
  })

  test('addresses of a package, which are no servers', async () => {
    const text = '{"repository":{"type":"git","url":"https://x.example"},"bugs":{"url":"https://y.example"}}'
    expect((await entriesOf(text, 'package.json')).shape).toBe('entries')
  })

  test('keys that objects have by themselves are keys like others', async () => {
    const { entries } = await entriesOf('[{"__proto__":"a","constructor":"b","name":"c"}]')
    expect(Object.values(entries[0] ?? {})).toContain('b')
    expect(Object.getPrototypeOf({})).toBe(Object.prototype)
  })
})
