import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { type ListState, NO_VIEW, SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { addressNow } from '../../use-address.ts'
import { useChangeViews } from '../../views/use-change-views.ts'
import { useMayShare } from '../../views/use-views.ts'
import { ViewDialog } from '../../views/view-dialog.tsx'
import { addressOf } from './list-text.ts'
import { useOpenView } from './use-open-view.ts'
import { ViewActions } from './view-actions.tsx'
import { ViewTabs } from './view-tabs.tsx'

interface ListViewsProps {
  kind: CatalogueKind
  /** The part of the address that decides which records the list has. */
  filter: RecordFilter
}

/** The views of a catalogue above its list, and the buttons that save the list as one. The line is always there. */
export function ListViews(props: ListViewsProps) {
  const { kind } = props
  const { t } = useTranslation()
  useStart(kind)
  const { open, address } = useOpenView(kind)
  const { save, window } = useSaving(props)
  const isChanged = open !== null && addressOf(new URLSearchParams(open.address)) !== address
  return (
    <div className="flex h-8 items-center gap-2 max-md:h-10 print:hidden">
      <ViewTabs kind={kind} />
      <div className="ml-auto flex shrink-0 items-center gap-1 empty:hidden">
        {open === null && address !== '' && <IconButton icon={Bookmark} label={t('Save View')} {...save} />}
        {isChanged && <ChangedView view={open} filter={props.filter} save={save} />}
        {open !== null && <ViewActions view={open} />}
      </div>
      {window}
    </div>
  )
}

interface ChangedViewProps {
  view: SavedView
  filter: RecordFilter
  /** Saves the list as another view. */
  save: { onClick: () => void }
}

/** Tells that the list differs from the saved view, and offers actions. */
function ChangedView({ view, filter, save }: ChangedViewProps) {
  const { t } = useTranslation()
  const { show } = useOpenView(view.kind)
  const mayShare = useMayShare()
  const { change, isChanging } = useChangeViews()
  const { id, name, isShared } = view
  return (
    <>
      <p role="status" className="pr-1 text-muted-foreground text-xs max-md:sr-only">
        {t('Changed')}
      </p>
      {(!isShared || mayShare) && (
        <Button
          variant="outline"
          size="sm"
          pending={isChanging}
          aria-label={t('Save changes of the view {{name}}', { name })}
          onClick={() => change({ act: 'change', id, change: { list: listNow(filter) } })}
        >
          {t('Save')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Reset the view {{name}}', { name })}
        onClick={() => show(view)}
      >
        {t('Reset')}
      </Button>
      <IconButton icon={Bookmark} label={t('Save as New View')} {...save} />
    </>
  )
}

/** Returns the list at the press of a button: columns that were just chosen may not be drawn yet. */
const listNow = (filter: RecordFilter): ListState => ({ address: addressOf(addressNow()), filter })

/** The dialog that saves the list, and the action of its button. */
function useSaving({ kind, filter }: ListViewsProps) {
  const { show } = useOpenView(kind)
  const [list, setList] = useState<ListState | null>(null)
  const close = () => setList(null)
  return {
    save: {
      onClick: () => setList(listNow(filter)),
    },
    window: list !== null && <ViewDialog open of={{ kind, list }} onClose={close} onAdded={show} />,
  }
}

/**
 * A catalogue that is opened without anything in its address shows the user's default view, and a link that names only
 * a view shows that view. Parts of the list that the user clears stay cleared.
 */
function useStart(kind: CatalogueKind): void {
  const { params, views, open, address, show } = useOpenView(kind)
  const { key } = useLocation()
  const isArrival = useNavigationType() !== 'REPLACE'
  const wanted = params.has(SAVED) ? open : (views?.find(({ isDefault }) => isDefault) ?? null)
  const isBare = address === '' && params.get(SAVED) !== NO_VIEW
  const target = isArrival && isBare && (open !== null || !params.has('id')) ? wanted : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each arrival is looked at once, when the views are there.
  useEffect(() => {
    if (target && target.address !== '') show(target)
  }, [key, target?.id])
}
