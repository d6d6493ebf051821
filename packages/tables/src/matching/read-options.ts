import type { Table } from '../model/table.ts'
import type { ValueOptions } from './read-value.ts'

/** How the cells of a column are read. A column whose dates do not show their order is read as the others are. */
export function readOptions(
  { dialect, dateOrders }: Pick<Table, 'dialect' | 'dateOrders'>,
  column: number,
): Pick<ValueOptions, 'decimal' | 'dateOrder'> {
  return { decimal: dialect.decimal, dateOrder: dateOrders[column] ?? dialect.dateOrder ?? 'day' }
}
