import type { ExportColumn } from '@cairn/workspace/port/exports'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import type { RecordField } from '../../fields/field.ts'
import { COST, CURRENCY } from '../../fields/money.ts'
import { statusStyle } from '../../status-styles.ts'

/** The columns by which an import finds existing records. */
export function idColumns(t: TFunction): readonly ExportColumn[] {
  return [
    { key: 'id', head: t('ID'), type: 'text' },
    { key: 'imported_from', head: t('Imported From'), type: 'text' },
    { key: 'source_id', head: t('Id at the Source'), type: 'text' },
  ]
}

/** All columns to export of the records of a kind, in the order of the file. */
export function allColumns(
  kind: CatalogueKind,
  fields: readonly RecordField[],
  t: TFunction,
): readonly ExportColumn[] {
  const statuses = CATALOGUES[kind].statuses.map((status) => [status, t(statusStyle(kind, status).label)])
  return [
    { key: 'name', head: t('Name'), type: 'text' },
    { key: 'description', head: t('Description'), type: 'long_text' },
    { key: 'status', head: t('Status'), type: 'choice', words: Object.fromEntries(statuses) },
    { key: 'owner', head: t('Owner'), type: 'member' },
    { key: 'experts', head: t('Experts'), type: 'choices' },
    { key: 'tags', head: t('Tags'), type: 'choices' },
    ...ownColumns(kind, t),
    ...fields.map((field) => fieldColumn(field, t)),
    { key: 'depends_on', head: t('Depends on'), type: 'choices' },
    { key: 'links', head: t('Links'), type: 'choices' },
    { key: 'created', head: t('Created'), type: 'moment' },
    { key: 'updated', head: t('Updated'), type: 'moment' },
    { key: 'lastPublisher', head: t('Last Changed By'), type: 'member' },
  ]
}

/** The same columns, in the order and with the headers of the list. An amount is exported with its currency. */
export function shownColumns(
  all: readonly ExportColumn[],
  shown: readonly { id: string; header: string | null }[],
): readonly ExportColumn[] {
  return shown.flatMap(({ id, header }) => {
    const column = all.find(({ key }) => key === id)
    if (column === undefined) return []
    const currency = id === COST ? all.filter(({ key }) => key === CURRENCY) : []
    return [header === null ? column : { ...column, head: header }, ...currency]
  })
}

/** The columns that only this kind has. Platforms and sources are products: their names are the same everywhere. */
function ownColumns(kind: CatalogueKind, t: TFunction): readonly ExportColumn[] {
  switch (kind) {
    case 'automation':
      return [
        { key: 'source', head: t('Source'), type: 'choice' },
        { key: 'webhook_url', head: t('Webhook URL'), type: 'address' },
        { key: 'lastRun', head: t('Last Run'), type: 'moment' },
      ]
    case 'agent':
      return [
        { key: 'platform', head: t('Platform'), type: 'choice' },
        { key: 'lastUsed', head: t('Last Used'), type: 'moment' },
      ]
    case 'solution':
      return [
        { key: 'use_cases', head: t('Use Cases'), type: 'choices' },
        { key: 'users', head: t('Users'), type: 'choices' },
        { key: 'related_systems', head: t('Related Systems'), type: 'choices' },
      ]
    default:
      return []
  }
}

function fieldColumn({ key, label, type, choices }: RecordField, t: TFunction): ExportColumn {
  const column = { key, head: label, type }
  if (type === 'yes_no') return { ...column, words: { true: t('Yes'), false: t('No') } }
  if (choices.length === 0) return column
  return { ...column, words: Object.fromEntries(choices.map(({ id, name }) => [id, name])) }
}
