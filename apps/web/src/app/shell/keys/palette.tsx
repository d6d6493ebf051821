import { Bell, ListChecks, Search, Trash2, UserRound } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { useMe } from '@/queries/context.tsx'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { type NavEntry, useNavEntries } from '../navigation/nav-entries.ts'
import { usePaletteShortcut } from './palette-shortcut.ts'
import { useKeystrokeBuffer } from './use-keystroke-buffer.ts'

const commandPalette = lazyComponent(
  () => import('@/features/search/palette/command-palette.tsx'),
  (code) => code.CommandPalette,
)

/** Fetches the palette's code. */
export const preloadPalette = commandPalette.preload

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette and its keys. Its code is loaded when one of the keys goes down, or with the first opening. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [wasOpened, setOpened] = useState(open)
  const [isReady, setReady] = useState(false)
  if (open && !wasOpened) setOpened(true)
  if (!open && isReady) setReady(false)
  // Where its code is still on its way, it is drawn once that has come. Suspending here would hold it back for longer.
  const mayDraw = useDeferredValue(wasOpened) || commandPalette.isPresent()
  const takeBuffered = useKeystrokeBuffer(open && !isReady)
  const pages = usePages()
  usePaletteShortcut({
    isOpen: open,
    toggle: () => onOpenChange(!open),
    onPrepare: preloadPalette,
  })
  const giveUp = () => {
    setOpened(false)
    onOpenChange(false)
  }
  return (
    <PressBoundary open={open} onMissing={giveUp}>
      {wasOpened && mayDraw && (
        <commandPalette.Component
          open={open}
          onOpenChange={onOpenChange}
          pages={pages}
          onReady={() => {
            setReady(true)
            return takeBuffered()
          }}
        />
      )}
    </PressBoundary>
  )
}

/** The screens of the menu, and those that the header links to. */
function usePages(): readonly NavEntry[] {
  const { t } = useTranslation()
  const { kind } = useMe()
  return [
    ...useNavEntries(),
    { path: '/search', label: t('Search'), icon: Search },
    ...(kind === 'member' ? [{ path: '/notifications', label: t('Notifications'), icon: Bell }] : []),
    { path: '/bin', label: t('Bin'), icon: Trash2 },
    { path: '/acts', label: t('Acts'), icon: ListChecks },
    { path: '/profile', label: t('Profile'), icon: UserRound },
  ]
}
