import type { SavedView } from '@cairn/workspace/port/records/views'
import { Bell, BellOff, Ellipsis, House, Pencil, Trash2, UserRound, Users } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from '@/lib/moved.ts'
import { Window } from '@/shared/boundary/window.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { MoveItems } from '@/ui/sortable/sort-handle.tsx'
import { useChangeViews } from './use-change-views.ts'
import { useDeleteView } from './use-delete-view.ts'
import { useMayShare } from './use-views.ts'
import type { ViewWindowProps } from './view-window.tsx'

interface ViewMenuProps {
  view: SavedView
  label: string
  /** The dialogs behind it. */
  Dialogs: ComponentType<ViewWindowProps>
  /** The views among which the user may move this one; null where the user may not. */
  order: { ids: readonly string[]; onMove: (ids: readonly string[]) => void } | null
  className?: string
  /** Further items. */
  children?: ReactNode
}

/** The actions on a view, in its line of the sidebar and above its list. */
export function ViewMenu({ view, label, Dialogs, order, className, children }: ViewMenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'delete' | null>(null)
  const remove = useDeleteView()
  const close = () => setDialog(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton icon={Ellipsis} label={label} className={className} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <Settings view={view} />
          {children}
          <Moves view={view} order={order} />
          <Changes
            view={view}
            onRename={() => setDialog('rename')}
            // A private view is deleted at once, because the deletion can be undone.
            onDelete={() => (view.isShared ? setDialog('delete') : remove(view))}
          />
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog && (
        <Window onClose={close}>
          <Dialogs view={view} asked={dialog} onDelete={() => remove(view)} onClose={close} />
        </Window>
      )}
    </>
  )
}

/** The user's own settings of the view. */
function Settings({ view: { id, isDefault, isWatched } }: { view: SavedView }) {
  const { t } = useTranslation()
  const { change } = useChangeViews()
  const set = (setting: Partial<Pick<SavedView, 'isDefault' | 'isWatched'>>) =>
    change({ act: 'set', id, setting })
  return (
    <>
      <DropdownMenuItem onSelect={() => set({ isDefault: !isDefault })}>
        <House aria-hidden />
        {isDefault ? t('Do Not Open by Default') : t('Open by Default')}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => set({ isWatched: !isWatched })}>
        {isWatched ? <BellOff aria-hidden /> : <Bell aria-hidden />}
        {isWatched ? t('Stop Watching') : t('Watch')}
      </DropdownMenuItem>
    </>
  )
}

function Moves({ view, order }: Pick<ViewMenuProps, 'view' | 'order'>) {
  if (order === null || order.ids.length < 2) return null
  const { ids, onMove } = order
  const place = ids.indexOf(view.id)
  return (
    <>
      <DropdownMenuSeparator />
      <MoveItems place={place} count={ids.length} onMove={(to) => onMove(moved(ids, place, to))} />
    </>
  )
}

interface ChangesProps {
  view: SavedView
  onRename: () => void
  onDelete: () => void
}

/** The changes to the view itself, for users who may make them. */
function Changes({ view: { id, isShared }, onRename, onDelete }: ChangesProps) {
  const { t } = useTranslation()
  const mayShare = useMayShare()
  const { change } = useChangeViews()
  if (isShared && !mayShare) return null
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={onRename}>
        <Pencil aria-hidden />
        {t('Rename or Change Icon')}
      </DropdownMenuItem>
      {mayShare && (
        <DropdownMenuItem onSelect={() => change({ act: 'change', id, change: { isShared: !isShared } })}>
          {isShared ? <UserRound aria-hidden /> : <Users aria-hidden />}
          {isShared ? t('Keep for Me Alone') : t('Share with Everyone')}
        </DropdownMenuItem>
      )}
      <DropdownMenuItem destructive onSelect={onDelete}>
        <Trash2 aria-hidden />
        {t('Delete')}
      </DropdownMenuItem>
    </>
  )
}
