import { Bell, Search, UserRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '@/queries/context.tsx'
import { type NavEntry, useNavEntries } from './nav-entries.ts'
import { usePaletteShortcut } from './palette-shortcut.ts'
import { useKeystrokeBuffer } from './use-keystroke-buffer.ts'

const load = () => import('@/features/search/palette/command-palette.tsx')
const CommandPalette = lazy(async () => ({ default: (await load()).CommandPalette }))

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
  const takeBuffered = useKeystrokeBuffer(open && !isReady)
  const pages = usePages()
  usePaletteShortcut({
    isOpen: open,
    toggle: () => onOpenChange(!open),
    // A failure is ignored here: opening the palette meets it again.
    onPrepare: () => void load().catch(() => undefined),
  })
  return (
    <Suspense>
      {wasOpened && (
        <CommandPalette
          open={open}
          onOpenChange={onOpenChange}
          pages={pages}
          onReady={() => {
            setReady(true)
            return takeBuffered()
          }}
        />
      )}
    </Suspense>
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
    { path: '/profile', label: t('Profile'), icon: UserRound },
  ]
}
