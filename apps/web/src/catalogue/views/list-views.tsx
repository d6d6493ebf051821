import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { RecordFilter } from '@cairn/workspace/port/records/records'
import { type ListState, NO_VIEW, SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { Button } from '@/ui/button/button.tsx'
import { addressNow } from '../use-address.ts'
import { useChangeViews } from './use-change-views.ts'
import { useMayShare, useViews } from './use-views.ts'
import { addressOf, withView } from './view-address.ts'

const dialog = lazyComponent(
  () => import('./view-dialog.tsx'),
  (code) => code.ViewDialog,
)

/** What is open of a catalogue: the state of its list, and the view that it began with. */
function useOpenView(kind: CatalogueKind) {
  const [params, setParams] = useSearchParams()
  const views = useViews(kind)
  const open = views?.find(({ id }) => id === params.get(SAVED)) ?? null
  const show = (next: SavedView) => setParams(withView(next, addressNow()), { replace: true })
  return { params, views, open, address: addressOf(params), show }
}

interface ListViewsProps {
  kind: CatalogueKind
  /** What of the address decides which records the list has. */
  filter: RecordFilter
}

/** Beside the filters: saves the list as a view, and says whether the open view differs from what was saved. */
export function ListViews({ kind, filter }: ListViewsProps) {
  const { t } = useTranslation()
  const { open, address, show } = useOpenView(kind)
  const list = { address, filter }
  const [isSaving, setSaving] = useState(false)
  useStart(kind)
  const isChanged = open !== null && addressOf(new URLSearchParams(open.address)) !== address
  if (address === '' && !isChanged) return null
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1">
      {isChanged && <Changed view={open} list={list} onReset={() => show(open)} />}
      {(open === null || isChanged) && (
        <Button
          variant="ghost"
          size="sm"
          onPointerEnter={dialog.preload}
          onFocus={dialog.preload}
          onClick={() => setSaving(true)}
        >
          <Bookmark aria-hidden />
          {open === null ? t('Save View') : t('Save as New View')}
        </Button>
      )}
      <PressBoundary open={isSaving} onMissing={() => setSaving(false)}>
        {isSaving && (
          <dialog.Component open of={{ kind, list }} onClose={() => setSaving(false)} onAdded={show} />
        )}
      </PressBoundary>
    </div>
  )
}

interface ChangedProps {
  view: SavedView
  list: ListState
  onReset: () => void
}

function Changed({ view, list, onReset }: ChangedProps) {
  const { t } = useTranslation()
  const mayShare = useMayShare()
  const { change, isChanging } = useChangeViews()
  return (
    <>
      <span role="status" className="px-1 text-muted-foreground text-xs">
        {t('Changed')}
      </span>
      {(!view.isShared || mayShare) && (
        <Button
          variant="outline"
          size="sm"
          pending={isChanging}
          aria-label={t('Save changes of the view {{name}}', { name: view.name })}
          onClick={() => change({ act: 'change', id: view.id, change: { list } })}
        >
          {t('Save')}
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-label={t('Reset the view {{name}}', { name: view.name })}
        onClick={onReset}
      >
        {t('Reset')}
      </Button>
    </>
  )
}

/**
 * A catalogue that is opened without anything in its address shows the user's default view, and a link that names a view
 * alone shows that view. What the user clears in the list stays cleared.
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
