import { Link, useLocation } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { Tooltip } from '@/ui/floating/tooltip.tsx'
import { isCurrent, type NavEntry } from './nav-entries.ts'
import { usePrefetch } from './use-prefetch.ts'

interface NavListProps {
  label: string
  entries: readonly NavEntry[]
  /** Icons alone; the names become tooltips. */
  collapsed?: boolean
  onNavigate?: () => void
}

/** The links of the menu. Pointing at one prefetches its screen. */
export function NavList({ label, entries, collapsed = false, onNavigate }: NavListProps) {
  const { pathname } = useLocation()
  const prefetch = usePrefetch()
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-0.5">
        {entries.map(({ path, label: name, icon: Icon }) => {
          const current = isCurrent(path, pathname)
          return (
            <li key={path}>
              <Tooltip content={collapsed ? name : null} side="right">
                <Link
                  to={path}
                  aria-current={current ? 'page' : undefined}
                  onPointerEnter={() => prefetch(path)}
                  onFocus={() => prefetch(path)}
                  onClick={onNavigate}
                  className={cn(
                    'flex h-8 items-center gap-2.5 overflow-hidden rounded-md px-2 font-medium text-sm transition-colors duration-100 max-md:h-11 max-md:text-base',
                    current
                      ? 'bg-accent text-foreground [&_svg]:text-link'
                      : 'text-muted-foreground hover:bg-accent/60 hover:text-foreground',
                  )}
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  <span className={collapsed ? 'sr-only' : 'truncate'}>{name}</span>
                </Link>
              </Tooltip>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
