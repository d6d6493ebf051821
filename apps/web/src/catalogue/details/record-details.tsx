import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { RecordProperties } from '../properties/record-properties.tsx'
import { SuggestionsCard } from '../suggestions/suggestions-card.tsx'
import type { DetailsHandlers } from './catalogue-dialogs.tsx'
import { RecordBody } from './record-body.tsx'
import { useRecordShell } from './record-shell.tsx'
import { StatusLine } from './status-line.tsx'

interface RecordDetailsProps extends DetailsHandlers {
  kind: CatalogueKind
  record: CatalogueRecord
  /** Its status badge. */
  status: ReactNode
  /** How it runs, for records that report it. */
  state?: ReactNode
  idLabel: string
  /** The properties of its catalogue alone, each a `Property`. */
  facts?: ReactNode
  /** The history of its changes, with the ones that can be restored. Another record has a separate history. */
  history: ReactNode
  /** Its relations and its runs. */
  children?: ReactNode
}

/** Everything about one record. */
export function RecordDetails(props: RecordDetailsProps) {
  const { kind, record, status, state, idLabel, facts, history, children, onClose, onEdit, onDelete } = props
  const Shell = useRecordShell()
  return (
    <Shell
      kind={kind}
      record={record}
      onClose={onClose}
      actions={<Actions record={record} onEdit={onEdit} onDelete={onDelete} />}
    >
      <RecordBody
        lead={
          <>
            <StatusLine kind={kind} record={record} status={status} state={state} />
            <Description text={record.description} />
          </>
        }
        properties={<RecordProperties kind={kind} record={record} idLabel={idLabel} own={facts} />}
      >
        <SuggestionsCard kind={kind} record={record} />
        {children}
        {history}
      </RecordBody>
    </Shell>
  )
}

function Description({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <dl>
      <dt className="mb-1 text-muted-foreground text-xs">{t('Description')}</dt>
      <dd dir="auto" className="wrap-anywhere whitespace-pre-line text-sm">
        {text || <span className="text-muted-foreground">{t('No description provided')}</span>}
      </dd>
    </dl>
  )
}

interface ActionsProps extends Pick<DetailsHandlers, 'onEdit' | 'onDelete'> {
  record: CatalogueRecord
}

function Actions({ record, onEdit, onDelete }: ActionsProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  return (
    <>
      <Button
        variant="outline"
        data-turn="delete"
        disabledReason={refusal('delete-record', record)}
        onClick={onDelete}
      >
        {t('Delete')}
      </Button>
      <Button data-turn="edit" disabledReason={refusal('change-record', record)} onClick={onEdit}>
        {t('Edit')}
      </Button>
    </>
  )
}
