import type { RowCollector } from '../model/collect-rows.ts'
import { columnOf } from './cell-address.ts'

const FORMULA = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"/i
/** Cells that share one link: `B2:B20`. A range over more rows is a slip. */
const RANGE = /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?$/
const MOST_CELLS = 1_000

/** The address of a formula such as `HYPERLINK("https://a.example","Open")`; null for another formula. */
export function hyperlinkIn(formula: string | null): string | null {
  const address = FORMULA.exec(formula ?? '')?.[1]?.replaceAll('""', '"')
  return address !== undefined && isAddress(address) ? address : null
}

/** Notes the address of a `hyperlink` element behind each of its cells. Places in the workbook are no addresses. */
export function readHyperlink(
  attribute: (name: string) => string | undefined,
  relations: readonly { id: string; path: string }[],
  collector: RowCollector,
): void {
  const id = attribute('r:id') ?? attribute('id')
  const address = relations.find((relation) => relation.id === id)?.path
  if (address === undefined || !isAddress(address)) return
  for (const [row, column] of cellsOf(attribute('ref') ?? '')) collector.link(row, column, address)
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(text)
}

function cellsOf(ref: string): readonly (readonly [row: number, column: number])[] {
  const [, first = '', from = '', last = first, to = from] = RANGE.exec(ref) ?? []
  if (first === '') return []
  const [left, right] = [columnOf(`${first}1`) ?? 0, columnOf(`${last}1`) ?? 0]
  const rows = Math.min(Number(to) - Number(from) + 1, MOST_CELLS)
  const columns = Math.min(right - left + 1, Math.floor(MOST_CELLS / Math.max(rows, 1)))
  return Array.from({ length: Math.max(rows, 0) }, (_, down) =>
    Array.from({ length: Math.max(columns, 0) }, (__, along) => [Number(from) + down, left + along] as const),
  ).flat()
}
