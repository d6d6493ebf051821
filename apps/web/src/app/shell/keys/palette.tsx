import { Bell, FileUp, Flag, Inbox, ListChecks, Search, Trash2, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '@/lib/loading/fetch-screens.ts'
import { useMe } from '@/queries/context.tsx'
import { Window } from '@/shared/boundary/window.tsx'
import { type NavEntry, useNavEntries } from '../navigation/nav-entries.ts'
import { commandPalette } from '../window-files.ts'
import { usePaletteShortcut } from './palette-shortcut.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette, which leads to every screen that the shell knows, and its keys. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const pages = usePages()
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  usePaletteShortcut({
    isOpen: open,
    toggle: () => onOpenChange(!open),
    onPrepare: commandPalette.preload,
  })
  // Its first press opens it at once, so that it takes what is typed right after.
  useEffect(() => whenIdle(commandPalette.preload), [])
  if (!wasOpened) return null
  return (
    <Window
      onClose={() => {
        setOpened(false)
        onOpenChange(false)
      }}
    >
      <commandPalette.Component open={open} onOpenChange={onOpenChange} pages={pages} />
    </Window>
  )
}

/** The screens of the menu, and those that the header links to. */
function usePages(): readonly NavEntry[] {
  const { t } = useTranslation()
  const { kind, permissionLevel } = useMe()
  return [
    ...useNavEntries(),
    { path: '/search', label: t('Search'), icon: Search },
    ...(kind === 'member' ? [{ path: '/notifications', label: t('Notifications'), icon: Bell }] : []),
    { path: '/import', label: t('Import'), icon: FileUp },
    { path: '/found', label: t('Found'), icon: Inbox },
    { path: '/bin', label: t('Bin'), icon: Trash2 },
    { path: '/acts', label: t('Acts'), icon: ListChecks },
    { path: '/profile', label: t('Profile'), icon: UserRound },
    ...(permissionLevel === 'admin' ? [{ path: '/welcome', label: t('First steps'), icon: Flag }] : []),
  ]
}
