import { z } from 'zod'
import { textOfRecord } from './marked.ts'
import type { ToolCall } from './tool.ts'

/** From when to when a record is worked on. */
export const windowShape = z.object({ starts_at: z.string(), ends_at: z.string(), note: z.string() })

const MOST = 10

/** The maintenance windows of a record that are not over, the next first. */
export async function maintenanceOf({ person }: ToolCall, id: string) {
  const windows = await person.rows(
    `/maintenance_windows?record_id=eq.${id}&ends_at=gt.now&select=starts_at,ends_at,note&order=starts_at.asc&limit=${MOST}`,
    windowShape,
  )
  return windows.map(({ note, ...window }) => ({ ...window, note: textOfRecord(note) }))
}

const inWindow = z.object({ record_id: z.string(), ends_at: z.string() })

/** Until when records are in maintenance at this moment; those that are not are left out. */
export async function maintenanceNow(
  { person }: ToolCall,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await person.rows(
    `/maintenance_windows?record_id=in.(${ids.join(',')})&starts_at=lte.now&ends_at=gt.now&select=record_id,ends_at`,
    inWindow,
  )
  return new Map(rows.map(({ record_id, ends_at }) => [record_id, ends_at]))
}
