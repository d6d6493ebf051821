import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useRecords } from '@/queries/records/use-records.ts'
import { Button } from '@/ui/button/button.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Notice } from '@/ui/feedback/notice.tsx'
import { BackLink } from '@/ui/layout/back-link.tsx'
import { PageTitle } from '@/ui/layout/page-title.tsx'
import type { AnyCatalogue } from '../definition.ts'
import { DeleteRecordDialog, useDeletionEffects } from '../deletion/delete-record-dialog.tsx'
import type { DialogRendering, DialogState } from '../details/catalogue-dialogs.tsx'
import { RecordShellProvider } from '../details/record-shell.tsx'
import { useLoadFailure } from '../list/use-catalogue.ts'
import { OpenedHistoryProvider } from '../opened-history.ts'
import { useListSearch } from './list-search.ts'
import { PageShell, PageSkeleton } from './page-shell.tsx'

interface RecordPageProps<Item> extends DialogRendering<Item> {
  catalogue: AnyCatalogue<Item>
  id: string
}

/** The page of a record: `/systems/<id>`. It shows the same as the details beside the list. */
export function RecordPage<Item extends CatalogueRecord>(props: RecordPageProps<Item>) {
  const { catalogue, id, details, form, missing } = props
  const { kind, part, words } = catalogue
  const { t } = useTranslation()
  const navigate = useNavigate()
  const records = catalogueQueries(kind, part(useWorkspace()))
  const { items, error, isFetching, refetch } = useRecords(records, [id])
  const failure = useLoadFailure(error, words(t).loadFailed)
  const [dialog, setDialog] = useState<DialogState<Item>>({ kind: 'none' })
  // The page shows its history at once.
  const [history] = useState({ recordId: id })
  const close = () => setDialog({ kind: 'none' })
  const deletion = dialog.kind === 'delete' ? dialog.item : null
  const effects = useDeletionEffects(kind, deletion)
  const { title, path } = CATALOGUES[kind]
  const search = useListSearch().toString()
  const list = search === '' ? path : `${path}?${search}`
  const record = items?.[0]
  return (
    <>
      <nav aria-label={t('Breadcrumb')}>
        <BackLink to={list}>{t(title)}</BackLink>
      </nav>
      {record && (
        <RecordShellProvider value={PageShell}>
          <OpenedHistoryProvider value={history}>
            {details(record, {
              onClose: () => void navigate(list),
              onEdit: () => setDialog({ kind: 'form', item: record }),
              onDelete: () => setDialog({ kind: 'delete', item: record }),
            })}
          </OpenedHistoryProvider>
        </RecordShellProvider>
      )}
      {!record && items && (
        <Notice icon={SearchX} {...missing}>
          <Button asChild>
            <Link to={list}>{t(title)}</Link>
          </Button>
        </Notice>
      )}
      {!items && <PageTitle title={t(title)} />}
      {!items && failure && <ErrorState {...failure} onRetry={refetch} retrying={isFetching} />}
      {!items && !failure && <PageSkeleton />}
      {dialog.kind === 'form' && form(dialog.item, close)}
      {deletion && (
        <DeleteRecordDialog
          catalogue={catalogue}
          record={deletion}
          effects={effects}
          onClose={close}
          onDeleted={() => void navigate(list, { replace: true })}
        />
      )}
    </>
  )
}
