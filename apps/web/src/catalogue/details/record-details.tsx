import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { cn } from '@/lib/cn.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { MaintenanceCard } from '../maintenance/maintenance-card.tsx'
import { useMaintenance } from '../maintenance/use-maintenance.ts'
import { Description } from '../properties/description.tsx'
import { NameValue } from '../properties/name-value.tsx'
import { RecordProperties } from '../properties/record-properties.tsx'
import { RelationsCard } from '../relations/relations-card.tsx'
import { useRelations } from '../relations/use-relations.ts'
import { ShownActivityProvider } from '../shown-activity.tsx'
import { SuggestionsCard } from '../suggestions/suggestions-card.tsx'
import type { DetailsHandlers, RecordHandlers } from './catalogue-dialogs.tsx'
import { RecordBody } from './record-body.tsx'
import { useRecordShell } from './record-shell.tsx'
import { StatusLine } from './status-line.tsx'

interface RecordDetailsProps<Item> extends RecordHandlers<Item> {
  kind: CatalogueKind
  record: Item
  /** Its status badge. */
  status: ReactNode
  /** How it runs, for records that report it. */
  state?: ReactNode
  idLabel: string
  /** The names that its catalogue takes. */
  nameSchema: z.ZodMiniType<string, string>
  /** The properties of its catalogue alone, each a `Property`. */
  facts?: ReactNode
  /** Its activity, with the changes that can be restored. Another record has a separate one. */
  history: ReactNode
  /** Parts that its catalogue has besides: its experts, its runs. */
  children?: ReactNode
}

/** Everything about one record. */
export function RecordDetails<Item extends CatalogueRecord>(props: RecordDetailsProps<Item>) {
  const { kind, record, status, state, idLabel, nameSchema, facts, history, children } = props
  const { editing, onClose, onEdit, onDelete } = props
  const Shell = useRecordShell()
  const relations = useRelations(kind, record.id)
  const maintenance = useMaintenance(record.id)
  return (
    <Shell
      kind={kind}
      record={record}
      onClose={onClose}
      aroundName={(heading) => (
        <NameValue record={record} editing={editing} schema={nameSchema}>
          {heading}
        </NameValue>
      )}
      actions={<Actions record={record} onEdit={onEdit} onDelete={onDelete} />}
    >
      <ShownActivityProvider recordId={record.id}>
        <RecordBody
          lead={
            <>
              <StatusLine {...{ kind, record, editing, status, state }} />
              <Description record={record} editing={editing} />
            </>
          }
          properties={<RecordProperties {...{ kind, record, editing, idLabel }} own={facts} />}
        >
          <SuggestionsCard kind={kind} record={record} />
          {children}
          <RelationsCard kind={kind} record={record} relations={relations} />
          {/* Each shows when what stands above it has its size, so that it does not move. */}
          <div className={cn(relations.isLoading && 'invisible')}>
            <MaintenanceCard record={record} query={maintenance} />
          </div>
          <div className={cn((relations.isLoading || maintenance.isPending) && 'invisible')}>{history}</div>
        </RecordBody>
      </ShownActivityProvider>
    </Shell>
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
