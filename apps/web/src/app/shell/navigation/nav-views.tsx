import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { COUNTED_IN_VIEW, NO_VIEW, SAVED, type SavedView } from '@cairn/workspace/port/records/views'
import { GripVertical, List, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useChangeViews } from '@/catalogue/views/use-change-views.ts'
import { useMayShare, useViewCounts, useViews } from '@/catalogue/views/use-views.ts'
import { pathOfView } from '@/catalogue/views/view-address.ts'
import { VIEW_ICON_STYLES } from '@/catalogue/views/view-icons.ts'
import { ViewMenu } from '@/catalogue/views/view-menu.tsx'
import { errorMessage } from '@/i18n/error-message.ts'
import { cn } from '@/lib/cn.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useMe } from '@/queries/context.tsx'
import { Tooltip } from '@/ui/floating/tooltip.tsx'
import { useSorting } from '@/ui/sortable/use-sorting.ts'
import { viewWindow } from '../window-files.ts'
import { keepRoom } from './room-for-views.ts'

interface NavViewsProps {
  kind: CatalogueKind
  /** Stands here until the views are known. */
  room: ReactNode
  onNavigate?: (() => void) | undefined
}

/** The views of a catalogue below its entry: those of all members, then the user's own. */
export function NavViews({ kind, room, onNavigate }: NavViewsProps) {
  const { t } = useTranslation()
  const views = useViews(kind)
  const { personId } = useMe()
  const mayShare = useMayShare()
  const hasDefault = views?.some(({ isDefault }) => isDefault) ?? false
  const lines = views && views.length + Number(hasDefault)
  useEffect(() => {
    if (lines !== null) keepRoom(personId, kind, lines)
  }, [personId, kind, lines])
  const isMember = personId !== null
  if (views === null) return room
  return (
    <>
      {hasDefault && (
        <ViewLine
          path={`${CATALOGUES[kind].path}?${SAVED}=${NO_VIEW}`}
          id={NO_VIEW}
          icon={List}
          name={t('All')}
          onNavigate={onNavigate}
        />
      )}
      <ViewGroup
        label={t('Views for everyone')}
        views={views.filter(({ isShared }) => isShared)}
        mayOrder={isMember && mayShare}
        onNavigate={onNavigate}
      />
      <ViewGroup
        label={t('Your views')}
        views={views.filter(({ isShared }) => !isShared)}
        mayOrder={isMember}
        onNavigate={onNavigate}
      />
    </>
  )
}

interface ViewGroupProps extends Pick<NavViewsProps, 'onNavigate'> {
  label: string
  views: readonly SavedView[]
  mayOrder: boolean
}

function ViewGroup({ label, views, mayOrder, onNavigate }: ViewGroupProps) {
  const { t } = useTranslation()
  const { change } = useChangeViews()
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const placeOf = ({ id }: SavedView) => order?.indexOf(id) ?? 0
  const shown = order === null ? views : views.toSorted((one, other) => placeOf(one) - placeOf(other))
  const ids = shown.map(({ id }) => id)
  const save = (next: readonly string[]) => {
    change({ act: 'order', ids: next }, { onSettled: () => setOrder(null) })
  }
  const sorting = useSorting<HTMLUListElement>({
    ids,
    nameOf: (id) => views.find((view) => view.id === id)?.name ?? '',
    onMove: setOrder,
    onRest: save,
  })
  if (views.length === 0) return null
  return (
    <>
      <ul ref={sorting.listRef} aria-label={label} className="flex flex-col gap-0.5">
        {shown.map((view) => (
          <li key={view.id} className="group/view relative">
            {mayOrder && shown.length > 1 && (
              <button
                type="button"
                aria-label={t('Move {{column}}', { column: view.name })}
                {...sorting.handle(view.id)}
                className="absolute top-0 left-0.5 z-10 grid h-full w-5 cursor-grab touch-none place-items-center rounded-md text-muted-foreground opacity-0 focus-visible:opacity-100 active:cursor-grabbing group-hover/view:opacity-100 max-md:opacity-60"
              >
                <GripVertical aria-hidden className="size-3.5" />
              </button>
            )}
            <NavView view={view} order={mayOrder ? { ids, onMove: save } : null} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {sorting.said}
      </p>
    </>
  )
}

interface NavViewProps extends Pick<NavViewsProps, 'onNavigate'> {
  view: SavedView
  /** The views among which it can be moved; null where the user may not. */
  order: { ids: readonly string[]; onMove: (ids: readonly string[]) => void } | null
}

function NavView({ view, order, onNavigate }: NavViewProps) {
  const { t } = useTranslation()
  const isMember = useMe().personId !== null
  return (
    <>
      <ViewLine
        path={pathOfView(view)}
        id={view.id}
        icon={VIEW_ICON_STYLES[view.icon].icon}
        name={view.name}
        count={<Count id={view.id} />}
        onNavigate={onNavigate}
      />
      {isMember && (
        <span className="absolute inset-y-0 right-0.5 flex items-center rounded-md bg-sidebar opacity-0 focus-within:opacity-100 has-data-[state=open]:opacity-100 group-hover/view:opacity-100 max-md:bg-transparent max-md:opacity-100">
          <ViewMenu
            view={view}
            label={t('Options of the view {{name}}', { name: view.name })}
            Dialogs={viewWindow.Component}
            order={order}
            className="size-7 max-md:size-10"
          />
        </span>
      )}
    </>
  )
}

interface ViewLineProps extends Pick<NavViewsProps, 'onNavigate'> {
  path: string
  id: string
  icon: LucideIcon
  name: string
  count?: ReactNode
}

function ViewLine({ path, id, icon: Icon, name, count, onNavigate }: ViewLineProps) {
  const { pathname, search } = useLocation()
  const isOpen = path.startsWith(`${pathname}?`) && new URLSearchParams(search).get(SAVED) === id
  return (
    <Link
      to={path}
      aria-current={isOpen ? 'page' : undefined}
      onClick={onNavigate}
      className={cn(
        'flex h-7 items-center gap-2 overflow-hidden rounded-md pr-2 pl-6 text-[0.8125rem] transition-colors duration-100 max-md:h-11 max-md:pr-12 max-md:text-base',
        isOpen
          ? 'bg-accent font-medium text-foreground [&_svg]:text-link'
          : 'text-muted-foreground hover:bg-accent/60 hover:text-foreground',
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span dir="auto" className="min-w-0 flex-1 truncate text-start">
        {name}
      </span>
      {count}
    </Link>
  )
}

function Count({ id }: { id: string }) {
  const { t, i18n } = useTranslation()
  const count = useViewCounts()(id)
  if (count === undefined) return null
  if (count.problem !== null) {
    const reason = errorMessage(count.problem, t)
    return (
      <Tooltip content={reason} side="right">
        <span className="text-warning-foreground">
          <TriangleAlert aria-hidden className="size-3.5" />
          <span className="sr-only">{reason}</span>
        </span>
      </Tooltip>
    )
  }
  const records = count.records ?? 0
  const isMore = records > COUNTED_IN_VIEW
  return (
    <span className="text-xs tabular-nums">
      {formatNumber(Math.min(records, COUNTED_IN_VIEW), i18n.language)}
      {isMore && '+'}
    </span>
  )
}
