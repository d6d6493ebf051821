import { counted, type DocumentReader } from '../shape.ts'
import { cellOf, type Entry, isEntry, listIn, textIn } from '../values.ts'

/** The columns of tables with a place in a register, in the order in which they are tried. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'u_name', 'display_name', 'number'],
  description: ['short_description', 'description', 'comments'],
  status: ['operational_status', 'install_status', 'life_cycle_stage', 'state'],
  owner: ['owned_by', 'it_application_owner', 'managed_by', 'assigned_to'],
  vendor: ['vendor', 'manufacturer'],
  department: ['department', 'support_group'],
  links: ['url'],
  source_id: ['sys_id'],
}
/** Columns that say nothing of a system: bookkeeping of the table. */
const BOOKKEEPING = /^sys_|^dv_sys_/

/**
 * Reads rows of ServiceNow's table API, with display values or without. The display value is the value; the address beside
 * it is that of the API. https://www.servicenow.com/docs/r/api-reference/rest-apis/c_TableAPI.html
 */
export const SERVICE_NOW: DocumentReader = {
  shape: 'service_now',
  recognizes: (document) => rowsIn(document).length > 0,
  records: (document) => rowsIn(document).map((row) => ({ kind: null, cells: cellsOf(row) })),
  leftOut: (document) => {
    const keys = new Set(rowsIn(document).flatMap((row) => Object.keys(row)))
    return counted(
      'part',
      [...keys].filter((key) => BOOKKEEPING.test(key) && key !== 'sys_id'),
    )
  },
}

function rowsIn(document: Entry): readonly Entry[] {
  const result = document['result']
  const rows = Array.isArray(result) ? result : [result]
  return [...rows, ...listIn(document['records'])]
    .filter(isEntry)
    .filter((row) => valueIn(row['sys_id']) !== null)
}

function cellsOf(row: Entry) {
  const used = new Set<string>()
  const known = Object.entries(COLUMNS).map(([key, columns]) => {
    const column = columns.find((each) => valueIn(row[each]) !== null)
    if (column !== undefined) used.add(column)
    return [key, column === undefined ? null : valueIn(row[column])] as const
  })
  const others = Object.keys(row)
    .filter((key) => !used.has(key) && !BOOKKEEPING.test(key))
    .map((key) => [key, cellOf(valueIn(row[key]))] as const)
  return Object.fromEntries([...others, ...known])
}

/** The value that people see. */
function valueIn(value: unknown): string | null {
  if (!isEntry(value)) return typeof value === 'boolean' ? String(value) : textIn(value)
  return textIn(value['display_value']) ?? textIn(value['value'])
}
