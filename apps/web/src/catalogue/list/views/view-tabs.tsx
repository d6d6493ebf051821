import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { NO_VIEW, SAVED } from '@cairn/workspace/port/records/views'
import { List, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { pathOfView } from '../../views/view-address.ts'
import { VIEW_ICON_STYLES } from '../../views/view-icons.ts'
import { useOpenView } from './use-open-view.ts'

/** All records of a catalogue, and its views. Those that do not fit are scrolled to. */
export function ViewTabs({ kind }: { kind: CatalogueKind }) {
  const { t } = useTranslation()
  const { views, open } = useOpenView(kind)
  const line = useRef<HTMLElement>(null)
  useEffect(() => {
    const tab = open && line.current?.querySelector('[aria-current]')
    if (tab) line.current?.scrollTo({ left: tab.parentElement?.offsetLeft ?? 0 })
  }, [open])
  const hasDefault = views?.some(({ isDefault }) => isDefault) ?? false
  const { path } = CATALOGUES[kind]
  return (
    <nav
      ref={line}
      aria-label={t('Views')}
      className="mask-[linear-gradient(to_right,black_calc(100%-1rem),transparent)] -my-1 relative min-w-0 overflow-x-auto py-1 pr-4 pl-0.5 [scrollbar-width:none]"
    >
      <ul className="flex gap-1">
        <Tab to={hasDefault ? `${path}?${SAVED}=${NO_VIEW}` : path} icon={List} isOpen={open === null}>
          {t('All')}
        </Tab>
        {views?.map((view) => (
          <Tab
            key={view.id}
            to={pathOfView(view)}
            icon={VIEW_ICON_STYLES[view.icon].icon}
            isOpen={view.id === open?.id}
          >
            {view.name}
          </Tab>
        ))}
      </ul>
    </nav>
  )
}

interface TabProps {
  to: string
  icon: LucideIcon
  isOpen: boolean
  children: ReactNode
}

function Tab({ to, icon: Icon, isOpen, children }: TabProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isOpen ? 'page' : undefined}
        className={cn(
          'flex h-8 max-w-56 items-center gap-1.5 rounded-md px-2.5 text-sm transition-colors duration-100 max-md:h-10',
          isOpen
            ? 'bg-accent font-medium text-foreground [&_svg]:text-link'
            : 'text-muted-foreground hover:bg-accent/60 hover:text-foreground',
        )}
      >
        <Icon aria-hidden className="size-3.5 shrink-0" />
        <span dir="auto" className="truncate">
          {children}
        </span>
      </Link>
    </li>
  )
}
