import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '@/lib/text/dates.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { CopyButton } from '@/ui/display/copy-button.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { LastPublisher, Owner } from '../owner/person.tsx'
import { SuggestionsCard } from '../suggestions/suggestions-card.tsx'
import { TagsFact } from '../tags/record-tags.tsx'
import type { DetailsHandlers } from './catalogue-dialogs.tsx'
import { FieldFacts, FieldGroups } from './field-facts.tsx'
import { useRecordShell } from './record-shell.tsx'

interface RecordDetailsProps extends DetailsHandlers {
  kind: CatalogueKind
  record: CatalogueRecord
  /** Its status badge. */
  status: ReactNode
  idLabel: string
  /** More facts that every record has, each a `Fact`. */
  facts?: ReactNode
  /** The history of its changes, with the ones that can be restored. Another record has a separate history. */
  history: ReactNode
  /** The content under the facts. */
  children?: ReactNode
}

/** Everything about one record. */
export function RecordDetails(props: RecordDetailsProps) {
  const { kind, record, status, idLabel, facts, history, children, onClose, onEdit, onDelete } = props
  const { t } = useTranslation()
  const Shell = useRecordShell()
  return (
    <Shell
      kind={kind}
      record={record}
      status={status}
      onClose={onClose}
      actions={<Actions record={record} onEdit={onEdit} onDelete={onDelete} />}
      facts={
        <>
          <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
            <Fact label={t('Description')} wide>
              {record.description ? (
                <p className="wrap-anywhere whitespace-pre-line">{record.description}</p>
              ) : (
                <p className="text-muted-foreground">{t('No description provided')}</p>
              )}
            </Fact>
            <Fact label={t('Owner')}>
              <Owner ownerId={record.ownerId} record={{ kind, id: record.id }} />
            </Fact>
            <Fact label={t('Created')}>
              <Time date={record.createdAt} />
            </Fact>
            <UpdatedFact record={record} />
            <TagsFact kind={kind} ids={record.tags} />
            {facts}
            <FieldFacts kind={kind} record={record} />
            <Fact label={idLabel} wide>
              <CopyButton text={record.id} />
            </Fact>
          </dl>
          <FieldGroups kind={kind} record={record} />
        </>
      }
      others={
        <>
          <SuggestionsCard kind={kind} record={record} />
          {children}
          {history}
        </>
      }
    />
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

function UpdatedFact({ record }: { record: CatalogueRecord }) {
  const { t } = useTranslation()
  if (record.updatedAt <= record.createdAt) return null
  return (
    <Fact label={t('Updated')}>
      <Time date={record.updatedAt} />
      {record.updatedBy !== null && (
        <p className="mt-1">
          <LastPublisher personId={record.updatedBy} />
        </p>
      )}
    </Fact>
  )
}

function Time({ date }: { date: Date }) {
  const { i18n } = useTranslation()
  return <time dateTime={date.toISOString()}>{formatDateTime(date, i18n.language)}</time>
}
