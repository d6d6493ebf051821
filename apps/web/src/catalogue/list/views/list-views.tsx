import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { type ListState, NO_VIEW, SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { addressNow, SHOWS_VIEW } from '../../use-address.ts'
import { useChangeViews } from '../../views/use-change-views.ts'
import { useMayShare, useViews } from '../../views/use-views.ts'
import { withView } from '../../views/view-address.ts'
import { ViewDialog } from '../../views/view-dialog.tsx'
import { addressOf } from './list-text.ts'

/** Returns the state of the list of a catalogue, and the view that it began with. */
function useOpenView(kind: CatalogueKind) {
  const [params, setParams] = useSearchParams()
  const views = useViews(kind)
  const open = views?.find(({ id }) => id === params.get(SAVED)) ?? null
  const show = (next: SavedView) =>
    setParams(withView(next, addressNow()), { replace: true, state: SHOWS_VIEW })
  return { params, views, open, address: addressOf(params), show }
}

interface ListViewsProps {
  kind: CatalogueKind
  /** The part of the address that decides which records the list has. */
  filter: RecordFilter
}

/** Saves the list as a view, beside the filters, where no view contains it. */
export function SaveList(props: ListViewsProps) {
  const { t } = useTranslation()
  const { views, open, address } = useOpenView(props.kind)
  useStart(props.kind)
  const { save, window } = useSaving(props)
  return (
    <>
      {views !== null && open === null && address !== '' && (
        <IconButton icon={Bookmark} label={t('Save View')} {...save} />
      )}
      {window}
    </>
  )
}

/** Tells below the filters that the list differs from the saved view, and offers actions. */
export function ChangedView(props: ListViewsProps) {
  const { t } = useTranslation()
  const { open, address, show } = useOpenView(props.kind)
  const mayShare = useMayShare()
  const { change, isChanging } = useChangeViews()
  const { save, window } = useSaving(props)
  const isChanged = open !== null && addressOf(new URLSearchParams(open.address)) !== address
  if (!isChanged) return window
  const { id, name, isShared } = open
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1">
      <p role="status" className="pr-1 text-muted-foreground text-xs">
        {t('Changed')}
      </p>
      {(!isShared || mayShare) && (
        <Button
          variant="outline"
          size="sm"
          pending={isChanging}
          aria-label={t('Save changes of the view {{name}}', { name })}
          onClick={() => change({ act: 'change', id, change: { list: listNow(props.filter) } })}
        >
          {t('Save')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Reset the view {{name}}', { name })}
        onClick={() => show(open)}
      >
        {t('Reset')}
      </Button>
      <Button variant="ghost" size="sm" {...save}>
        <Bookmark aria-hidden />
        {t('Save as New View')}
      </Button>
      {window}
    </div>
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
