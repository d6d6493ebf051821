import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { FieldValues } from 'react-hook-form'
import { RecordHistory } from './record-history.tsx'
import { type RestoreOptions, useRestore } from './use-restore.tsx'

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
  Form extends FieldValues,
>({ systems, ...options }: RestorableHistoryProps<Item, New, Change, Form>) {
  const restoring = useRestore(options)
  return <RecordHistory recordId={options.record.id} restoring={restoring} {...(systems && { systems })} />
}
