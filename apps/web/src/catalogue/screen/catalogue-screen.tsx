import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { PageHeader } from '@/ui/layout/page-header.tsx'
import type { AnyCatalogue } from '../definition.ts'
import {
  CatalogueDialogs,
  type DetailsHandlers,
  type DialogRendering,
  type DialogState,
  type RecordHandlers,
} from '../details/catalogue-dialogs.tsx'
import { OpenedDetails } from '../details/opened-details.tsx'
import { RecordSidePanel, useRecordSidePanel } from '../details/record-side-panel.tsx'
import { KINDS } from '../kinds.ts'
import type { SaveRecord } from '../list/edit/record-value.ts'
import type { FilteredTexts } from '../list/filter-bar.tsx'
import { type CatalogueTableProps, FilteredRecords, type RowHandlers } from '../list/filtered-records.tsx'
import { type CatalogueStart, useCatalogue } from '../list/use-catalogue.ts'
import { useOpenView } from '../list/views/use-open-view.ts'
import { RecordPage } from '../page/record-page.tsx'
import { recordPagePath } from '../record-path.ts'
import { useOpenRecordId } from '../use-address.ts'
import { AddRecord } from './add-record.tsx'
import { BinLink } from './bin-link.tsx'
import { OtherWays } from './other-ways.tsx'

interface CatalogueScreenProps<Item> extends Omit<DialogRendering<Item>, 'details'> {
  details: (item: Item, handlers: RecordHandlers<Item>) => ReactNode
  catalogue: AnyCatalogue<Item>
  /** Saves what is changed in a row. */
  save: SaveRecord<Item>
  subtitle: string
  /** The label of the button for a first record, if it differs. */
  addFirst?: string
  empty: { title: string; description: string }
  filter: FilteredTexts
  table: (props: CatalogueTableProps<Item>) => ReactNode
}

/** The screen of a catalogue, and the page of each of its records. */
export function CatalogueScreen<Item extends CatalogueRecord>(props: CatalogueScreenProps<Item>) {
  const { id } = useParams()
  const { catalogue, save, details } = props
  const records = catalogueQueries(catalogue.kind, catalogue.part(useWorkspace()))
  const screen = {
    ...props,
    details: (record: Item, handlers: DetailsHandlers) => (
      <OpenedDetails
        record={record}
        records={records}
        save={save}
        details={(editing) => details(record, { ...handlers, editing })}
      />
    ),
  }
  return id === undefined ? <ListScreen {...screen} /> : <RecordPage key={id} {...screen} id={id} />
}

type ListScreenProps<Item> = Omit<CatalogueScreenProps<Item>, 'details'> & DialogRendering<Item>

/** Its table, and the dialogs that belong to a record. */
function ListScreen<Item extends CatalogueRecord>(props: ListScreenProps<Item>) {
  const { catalogue, subtitle, addFirst, ...rest } = props
  const { kind } = catalogue
  const { t } = useTranslation()
  const list = useCatalogue(catalogue)
  const { open: openView } = useOpenView(kind)
  const address = useOpenRecordId()
  const [dialog, setDialog] = useState<DialogState<Item>>({ kind: 'none' })
  const [countPlace, setCountPlace] = useState<HTMLElement | null>(null)
  const add = () => setDialog({ kind: 'form', item: null })
  const panel = useRecordSidePanel(address)
  if (address.openId !== null && address.isPage)
    return <Navigate to={recordPagePath({ kind, id: address.openId })} replace />
  return (
    <RecordSidePanel
      {...panel}
      panel={
        <CatalogueDialogs
          {...rest}
          catalogue={catalogue}
          records={list.records}
          address={address}
          dialog={dialog}
          onDialogChange={setDialog}
          place={panel.place}
        />
      }
    >
      <PageHeader
        title={openView?.name ?? t(CATALOGUES[kind].title)}
        aside={<span ref={setCountPlace} className="contents" />}
        subtitle={subtitle}
        actions={
          <>
            {list.start?.total === 0 && <BinLink kind={kind} />}
            <AddRecord kind={kind} onAdd={add} />
          </>
        }
      />
      <RecordsList
        {...rest}
        catalogue={list}
        countPlace={countPlace}
        empty={{ ...rest.empty, icon: KINDS[kind].icon }}
        addFirst={
          <>
            <AddRecord kind={kind} label={addFirst} onAdd={add} />
            <OtherWays kind={kind} />
          </>
        }
        handlers={{
          onOpen: ({ id }) => address.open(id),
          onEdit: (item) => setDialog({ kind: 'form', item }),
          onDelete: (item) => setDialog({ kind: 'delete', item }),
        }}
      />
    </RecordSidePanel>
  )
}

interface RecordsListProps<Item> extends Pick<CatalogueScreenProps<Item>, 'filter' | 'table' | 'save'> {
  catalogue: CatalogueStart<Item>
  empty: CatalogueScreenProps<Item>['empty'] & { icon: LucideIcon }
  addFirst: ReactNode
  handlers: RowHandlers<Item>
  countPlace: HTMLElement | null
}

function RecordsList<Item extends CatalogueRecord>(props: RecordsListProps<Item>) {
  const { catalogue, empty, addFirst, filter, ...rest } = props
  const { start, failure, isFetching, refetch } = catalogue
  if (failure) return <ErrorState {...failure} onRetry={refetch} retrying={isFetching} />
  if (start?.total === 0) return <EmptyState {...empty} action={addFirst} />
  return <FilteredRecords catalogue={catalogue} texts={filter} {...rest} />
}
