import { describe, expect, test } from 'vitest'
import type { ExportedFile, ListExport, RecordsExport } from '../port/exports.ts'
import { EVERY_RECORD } from '../port/records/records.ts'
import type { TeamSearch } from '../port/team.ts'
import type { ContractOptions } from './options.ts'

const SYSTEMS: RecordsExport = {
  kind: 'system',
  search: EVERY_RECORD,
  format: 'json',
  separator: ',',
  sheet: 'Systems',
  columns: [
    { key: 'id', head: 'ID', type: 'text' },
    { key: 'name', head: 'Name', type: 'text' },
    { key: 'status', head: 'Status', type: 'choice', words: { active: 'In use' } },
  ],
}
const STANDS = new AbortController().signal

/** Tests exported files against any implementation of the port. */
export function exportsContract(options: ContractOptions): void {
  const { open, settle = (answer) => answer } = options
  const exported = async (more: Partial<RecordsExport> = {}) => {
    const { exports } = await open()
    return textOf(await settle(exports.records({ ...SYSTEMS, ...more }, STANDS)))
  }

  describe('Exports', () => {
    test('have what the list shows, each record once, with choices in words', async () => {
      const { systems } = await open()
      const { items, total } = await settle(systems.list())
      const { text, file } = await exported()
      const rows: unknown = JSON.parse(text)
      expect(file.total).toBe(total)
      expect(rows).toEqual(
        expect.arrayContaining(
          items.map(({ id, name, status }) => ({
            id,
            name,
            status: status === 'active' ? 'In use' : status,
          })),
        ),
      )
      expect(rows).toHaveLength(total)
    })

    test('are narrowed down as the list is', async () => {
      const search = { ...EVERY_RECORD, text: 'no record is called like this' }
      const { text, file } = await exported({ search, format: 'csv' })
      expect([file.total, text]).toEqual([0, '\ufeffID,Name,Status\r\n'])
    })

    test('of the team have whom its search finds', async () => {
      const { team, exports } = await open()
      const search: TeamSearch = {
        ...{ text: '', department: null, level: null, area: null, status: null },
        order: { by: 'name', descending: false },
      }
      const { items, total } = await settle(team.find(search, 0))
      const wanted: ListExport = {
        list: 'team',
        search,
        format: 'json',
        separator: ',',
        sheet: 'Team',
        columns: [{ key: 'name', head: 'Name', type: 'text' }],
      }
      const { text, file } = await textOf(await settle(exports.list(wanted, STANDS)))
      expect(file.total).toBe(total)
      expect(JSON.parse(text)).toEqual(items.map(({ name }) => ({ name })))
    })

    test('end where the user stops them', async () => {
      const { exports } = await open()
      const stopped = AbortSignal.abort(new Error('stopped'))
      await expect(settle(exports.records(SYSTEMS, stopped))).rejects.toThrow('stopped')
    })
  })
}

async function textOf(file: ExportedFile): Promise<{ text: string; file: ExportedFile }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for await (const piece of file.pieces) text += decoder.decode(piece, { stream: true })
  return { text, file }
}
