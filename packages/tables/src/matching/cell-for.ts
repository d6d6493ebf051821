import type { Cell, Row } from '../model/table.ts'
import type { Target } from './target.ts'

/**
 * The cell of a row for a field: for addresses the link that lies behind the cell, for people the mail address that does, and
 * otherwise what the cell shows.
 */
export function cellFor({ cells, links }: Row, column: number, { type }: Pick<Target, 'type'>): Cell {
  const cell = cells[column] ?? null
  const link = links?.get(column)
  if (link === undefined || cell === null) return cell
  const isMail = /^mailto:/i.test(link)
  if (type === 'address' && !isMail) return link
  return (type === 'member' || type === 'email') && isMail ? link.replace(/\?.*$/, '') : cell
}
