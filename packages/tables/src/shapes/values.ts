import type { Cell } from '../model/table.ts'

export type Entry = Readonly<Record<string, unknown>>

/** Whether a value of a file is an object with keys. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(value instanceof Date || ArrayBuffer.isView(value))
}

/** The text of a value that should be a text; null where it is something else or empty. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

export function entryIn(value: unknown): Entry {
  return isEntry(value) ? value : {}
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Texts of a list in one cell. */
export function joined(values: readonly unknown[], by = ', '): string | null {
  return textIn(values.flatMap((value) => textIn(value) ?? []).join(by))
}

/** A link in a cell: its title, where it has one, and its address. */
export function linkText(url: unknown, title: unknown): string | null {
  const address = textIn(url)
  const name = textIn(title)
  return address && name ? `${name}: ${address}` : address
}

/** The cell for any value: lists of texts are joined, anything else is JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'boolean' || value instanceof Date) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number'))
    return value.join(', ')
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? null)
}
