import { Bell, FileUp, Flag, Inbox, ListChecks, Search, Trash2, UserRound } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandPalette } from '@/features/search/palette/command-palette.tsx'
import { useMe } from '@/queries/context.tsx'
import { type NavEntry, useNavEntries } from '../navigation/nav-entries.ts'

/** The command palette, which leads to every screen that the shell knows. */
export function PaletteOfPages(props: Omit<ComponentProps<typeof CommandPalette>, 'pages'>) {
  return <CommandPalette {...props} pages={usePages()} />
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
