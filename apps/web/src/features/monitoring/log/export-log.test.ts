import { type AuditEntry, type AuditPart, NO_AUDIT_FILTER } from '@cairn/workspace/port/audit'
import { expect, it, vi } from 'vitest'
import { exportLog } from './export-log.ts'

const entry = (number: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(number),
  action: 'login',
  severity: 'low',
  person: { id: 'p', name: '=HYPERLINK("https://evil.example")' },
  resource: { type: 'user_account', id: null, name: null },
  details: { note: '@x', number },
  userAgent: null,
  address: '192.0.2.1',
  source: 'server',
  at: new Date(Date.UTC(2026, 0, 1)),
  ...changes,
})

/** A log of so many entries; the position after one is its number. */
function logOf(length: number): Pick<AuditPart, 'page'> {
  return {
    async page(_, after, rows = 100) {
      const from = after === null ? 0 : Number(after.id)
      const until = Math.min(from + rows, length)
      return {
        entries: Array.from({ length: until - from }, (_, index) => entry(from + index)),
        next: until - from === rows ? { at: '', id: String(until) } : null,
      }
    },
  }
}

const write = (length: number, format: 'csv' | 'json', limit?: number) =>
  exportLog({
    audit: logOf(length),
    filter: NO_AUDIT_FILTER,
    format,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...(limit !== undefined && { limit }),
  })

it('writes CSV with a head, and no cell that is a formula', async () => {
  const { file, entries, isCut } = await write(1, 'csv')
  const [head, line] = (await file.text()).split('\r\n')
  expect(head).toBe(
    'time,action,severity,person,person_id,resource_type,resource_id,resource_name,ip_address,user_agent,source,details',
  )
  expect(line).toBe(
    `2026-01-01T00:00:00.000Z,login,low,"'=HYPERLINK(""https://evil.example"")",p,user_account,,,192.0.2.1,,server,"{""note"":""@x"",""number"":0}"`,
  )
  expect({ entries, isCut }).toEqual({ entries: 1, isCut: false })
})

it.each([0, 1, 2_500])('writes JSON of %i entries', async (length) => {
  const { file } = await write(length, 'json')
  const written: unknown = JSON.parse(await file.text())
  expect(written).toHaveLength(length)
  if (length > 0)
    expect(written).toContainEqual(expect.objectContaining({ details: { note: '@x', number: 0 } }))
})

it('fetches page by page, tells how far it is, and stops at the limit', async () => {
  const onProgress = vi.fn()
  const { entries, isCut } = await exportLog({
    audit: logOf(10_000),
    filter: NO_AUDIT_FILTER,
    format: 'csv',
    signal: new AbortController().signal,
    onProgress,
    limit: 2_500,
  })
  expect({ entries, isCut }).toEqual({ entries: 2_500, isCut: true })
  expect(onProgress.mock.calls).toEqual([[1_000], [2_000], [2_500]])
})

it('stops when it is no longer wanted', async () => {
  const stop = new AbortController()
  const asked = exportLog({
    audit: logOf(10_000),
    filter: NO_AUDIT_FILTER,
    format: 'csv',
    signal: stop.signal,
    onProgress: (entries) => {
      if (entries === 2_000) stop.abort()
    },
  })
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
})
