import type { Phrase } from '@cairn/workspace/lib/phrase'
import { phrase } from '@cairn/workspace/lib/phrase'
import { ACT_ACTIONS, type ActAction } from '@cairn/workspace/port/records/acts'
import { CATALOGUE_KINDS, CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { BUILT_IN_FIELDS } from '@cairn/workspace/port/records/fields'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { fieldName } from '@/catalogue/history/field-name.ts'
import { statusWord } from '@/catalogue/status-styles.ts'
import { ExportList } from '@/shared/export/export-list.tsx'

const ACTIONS: Readonly<Record<ActAction, Phrase>> = {
  owner: phrase('Owner changed'),
  status: phrase('Status changed'),
  expert: phrase('Expert added'),
  add_tag: phrase('Tag added'),
  remove_tag: phrase('Tag removed'),
  field: phrase('Field changed'),
  delete: phrase('Deleted'),
  restore: phrase('Restored'),
  handover: phrase('Handover'),
  import: phrase('Import'),
  undo: phrase('Undone'),
  delete_team: phrase('Team deleted'),
  merge_team: phrase('Teams merged'),
}

/** Exports the bulk changes of the account. */
export function ExportActs({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const actions = ACT_ACTIONS.map((action) => [action, t(ACTIONS[action])])
  const kinds = CATALOGUE_KINDS.map((kind) => [kind, t(CATALOGUES[kind].one)])
  return (
    <ExportList
      wanted={{ list: 'acts' }}
      title={t('Bulk changes')}
      columns={[
        { key: 'done_at', head: t('When'), type: 'moment' },
        { key: 'done_by', head: t('Done By'), type: 'member' },
        { key: 'action', head: t('Action'), type: 'choice', words: Object.fromEntries(actions) },
        { key: 'value', head: t('Value'), type: 'choice', of: 'action', words: valueWords(t) },
        { key: 'kind', head: t('Kind'), type: 'choice', words: Object.fromEntries(kinds) },
        { key: 'records', head: t('Records'), type: 'number' },
        { key: 'undone_by', head: t('Undone By'), type: 'member' },
        { key: 'undone_at', head: t('Undone At'), type: 'moment' },
      ]}
      onClose={onClose}
    />
  )
}

/** Returns the words for statuses and built-in fields, for the values of bulk changes. */
function valueWords(t: TFunction): Readonly<Record<string, string>> {
  const statuses = CATALOGUE_KINDS.flatMap((kind) => CATALOGUES[kind].statuses)
  return Object.fromEntries([
    ...statuses.map((status) => [`status ${status}`, t(statusWord(status))]),
    ...Object.keys(BUILT_IN_FIELDS).map((key) => [`field ${key}`, fieldName(key, t)]),
  ])
}
