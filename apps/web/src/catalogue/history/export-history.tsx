import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ExportList } from '@/shared/export/export-list.tsx'
import type { RecordField } from '../fields/field.ts'
import { statusWord } from '../status-styles.ts'
import { fieldName } from './field-name.ts'

interface ExportHistoryProps {
  recordId: string
  fields: readonly RecordField[]
  onClose: () => void
}

/** Exports the history of a record: a row for each field that a member changed. */
export function ExportHistory({ recordId, fields, onClose }: ExportHistoryProps) {
  const { t } = useTranslation()
  const values = valueWords(fields, t)
  return (
    <ExportList
      wanted={{ list: 'history', recordId }}
      title={t('History')}
      columns={[
        { key: 'changed_at', head: t('When'), type: 'moment' },
        { key: 'changed_by', head: t('Changed By'), type: 'member' },
        {
          key: 'action',
          head: t('Action'),
          type: 'choice',
          words: {
            created: t('Created'),
            updated: t('Changed'),
            deleted: t('Deleted'),
            restored: t('Restored'),
          },
        },
        { key: 'field', head: t('Field'), type: 'choice', words: fieldWords(fields, t) },
        { key: 'before', head: t('Before'), type: 'text', of: 'field', words: values },
        { key: 'after', head: t('After'), type: 'text', of: 'field', words: values },
      ]}
      onClose={onClose}
    />
  )
}

const COLUMNS = [
  ...['name', 'description', 'status', 'owner_id', 'links', 'tags', 'experts', 'handover'],
  ...['imported_from', 'source_id'],
  ...CATALOGUE_KINDS.flatMap((kind) => Object.keys(CATALOGUES[kind].fields)),
]

function fieldWords(fields: readonly RecordField[], t: TFunction): Readonly<Record<string, string>> {
  const keys = [...COLUMNS, ...fields.map(({ key }) => key)]
  return Object.fromEntries(keys.map((key) => [key, fieldName(key, t, fields)]))
}

/** The names of choices and statuses, by field. */
function valueWords(fields: readonly RecordField[], t: TFunction): Readonly<Record<string, string>> {
  const statuses = CATALOGUE_KINDS.flatMap((kind) => CATALOGUES[kind].statuses)
  return Object.fromEntries([
    ...statuses.map((status) => [`status ${status}`, t(statusWord(status))]),
    ...fields.flatMap(({ key, type, choices }) =>
      type === 'yes_no'
        ? [
            [`${key} true`, t('Yes')],
            [`${key} false`, t('No')],
          ]
        : choices.map(({ id, name }) => [`${key} ${id}`, name]),
    ),
  ])
}
