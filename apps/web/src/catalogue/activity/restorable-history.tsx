import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useKnownFields } from '../fields/use-known-fields.ts'
import type { RecordForm } from '../form/record-form.ts'
import { type RestoreOptions, useRestore } from '../history/use-restore.tsx'
import { RecordActivity } from './record-activity.tsx'

interface RestorableHistoryProps<Item, New, Change extends { status: string }, Form>
  extends RestoreOptions<Item, New, Change, Form> {
  /** The names of systems that the record points to, by id. */
  systems?: ReadonlyMap<string, string>
}

/** The history of a record with what it offers to restore. */
export function RestorableHistory<
  Item extends CatalogueRecord,
  New,
  Change extends { status: string },
  Form extends RecordForm,
>({ systems, ...options }: RestorableHistoryProps<Item, New, Change, Form>) {
  const restoring = useRestore(options)
  const { kind } = options.restorable.catalogue
  const fields = useKnownFields(kind)
  return (
    <RecordActivity
      kind={kind}
      recordId={options.record.id}
      fields={fields}
      restoring={restoring}
      {...(systems && { systems })}
    />
  )
}
