import {
  FileUp,
  Flag,
  ListChecks,
  Network,
  PackageSearch,
  ScrollText,
  Search,
  Settings,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CommandPalette } from '@/features/search/palette/command-palette.tsx'
import type { PalettePage } from '@/features/search/palette/use-entries.ts'
import {
  settingsGroupLabel,
  settingsMenuOf,
  settingsPageLabel,
  settingsPath,
} from '@/features/settings/settings-pages.ts'
import { useMe } from '@/queries/context.tsx'
import { useNavEntries } from '../navigation/nav-entries.ts'

interface PaletteWindowProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette with every screen and every page of the settings that this user has. */
export function PaletteWindow(props: PaletteWindowProps) {
  return <CommandPalette {...props} pages={usePages()} settings={useSettings()} />
}

/** The screens of the menu, and those that the header links to. */
function usePages(): readonly PalettePage[] {
  const { t } = useTranslation()
  const { permissionLevel } = useMe()
  return [
    ...useNavEntries(),
    { path: '/search', label: t('Search'), icon: Search },
    { path: '/import', label: t('Import'), icon: FileUp },
    { path: '/map', label: t('Map'), icon: Network, keywords: t('Relations') },
    { path: '/discovery', label: t('Discovery'), icon: PackageSearch, keywords: t('Unknown callers') },
    { path: '/activity', label: t('Activity'), icon: ListChecks, keywords: t('Bulk changes') },
    { path: '/activity?show=bin', label: t('Bin'), icon: Trash2, keywords: t('Activity') },
    { path: '/profile', label: t('Profile'), icon: UserRound },
    ...(permissionLevel === 'admin' ? [{ path: '/welcome', label: t('First steps'), icon: Flag }] : []),
  ]
}

function useSettings(): readonly PalettePage[] {
  const { t } = useTranslation()
  const me = useMe()
  const pages = settingsMenuOf(me).flatMap(([group, names]) =>
    names.map((name) => ({
      path: settingsPath(name),
      label: settingsPageLabel(name, t),
      icon: Settings,
      detail: t('Settings'),
      keywords: `${t('Settings')} ${settingsGroupLabel(group, t)}`,
    })),
  )
  const log = { path: `${settingsPath('security')}?view=log`, label: t('Audit Log'), icon: ScrollText }
  return me.permissionLevel === 'admin' ? [...pages, { ...log, detail: t('Settings') }] : pages
}
