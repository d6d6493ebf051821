import { useTranslation } from 'react-i18next'
import { useNavEntries } from './nav-entries.ts'
import { NavList } from './nav-list.tsx'
import type { SidebarState } from './sidebar-state.ts'

/** The sidebar of wide windows: 16rem, or 3rem with icons alone. */
export function Sidebar({ isExpanded, toggle }: SidebarState) {
  const { t } = useTranslation()
  const entries = useNavEntries()
  return (
    <div
      data-sidebar
      data-state={isExpanded ? 'expanded' : 'collapsed'}
      className="sticky top-16 hidden h-[calc(100dvh-4rem)] w-64 shrink-0 border-r bg-sidebar transition-[width] duration-120 ease-out data-[state=collapsed]:w-12 md:block print:hidden"
    >
      <div className="h-full overflow-y-auto overflow-x-hidden p-2 pt-3">
        <NavList label={t('Main')} entries={entries} collapsed={!isExpanded} />
      </div>
      <button
        type="button"
        tabIndex={-1}
        onClick={toggle}
        // The header has the same for the keyboard and for screen readers.
        aria-hidden
        title={t('Toggle sidebar')}
        className="absolute inset-y-0 -right-1.5 z-20 w-3 cursor-col-resize! after:absolute after:inset-y-0 after:left-1/2 after:w-0.5 after:-translate-x-1/2 after:bg-transparent after:transition-colors after:duration-100 hover:after:bg-ring/60"
      />
    </div>
  )
}
