import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { SAVED } from '@cairn/workspace/port/records/views'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { cn } from '@/lib/cn.ts'
import { useMe } from '@/queries/context.tsx'
import { Tooltip } from '@/ui/floating/tooltip.tsx'
import { isCurrent, type NavEntry } from './nav-entries.ts'
import { NavViews } from './nav-views.tsx'
import { roomFor } from './room-for-views.ts'
import { usePrefetch } from './use-prefetch.ts'

/** By then the first screen is there. */
const FIRST_SCREEN_MS = 2_000
let isFirstScreenThere = false

interface NavListProps {
  label: string
  entries: readonly NavEntry[]
  /** Icons alone; the names become tooltips. */
  collapsed?: boolean
  onNavigate?: () => void
}

/** The links of the menu. Pointing at one prefetches its screen. */
export function NavList({ label, entries, collapsed = false, onNavigate }: NavListProps) {
  const { pathname, search } = useLocation()
  const isInView = new URLSearchParams(search).has(SAVED)
  const prefetch = usePrefetch()
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-0.5">
        {entries.map(({ path, label: name, icon: Icon, kind }) => {
          const current = isCurrent(path, pathname)
          // The view below it is the current page.
          const isAround = current && kind !== undefined && isInView
          return (
            <li key={path}>
              <Tooltip content={collapsed ? name : null} side="right">
                <Link
                  to={path}
                  aria-current={isAround ? 'true' : current ? 'page' : undefined}
                  onPointerEnter={() => prefetch(path)}
                  onFocus={() => prefetch(path)}
                  onClick={onNavigate}
                  className={cn(
                    'flex h-8 items-center gap-2.5 overflow-hidden rounded-md px-2 font-medium text-sm transition-colors duration-100 max-md:h-11 max-md:text-base',
                    current
                      ? cn('text-foreground [&_svg]:text-link', !isAround && 'bg-accent')
                      : 'text-muted-foreground hover:bg-accent/60 hover:text-foreground',
                  )}
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  <span className={collapsed ? 'sr-only' : 'truncate'}>{name}</span>
                </Link>
              </Tooltip>
              {kind && !collapsed && <Views kind={kind} onNavigate={onNavigate} />}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The views of a catalogue. Where the user had none the last time, the first screen is loaded before them. */
function Views({ kind, onNavigate }: { kind: CatalogueKind; onNavigate: (() => void) | undefined }) {
  const { kind: user, personId, account } = useMe()
  const lines = roomFor(personId, kind)
  const [isQuiet, setQuiet] = useState(isFirstScreenThere)
  useEffect(() => {
    const timer = setTimeout(() => {
      isFirstScreenThere = true
      setQuiet(true)
    }, FIRST_SCREEN_MS)
    return () => clearTimeout(timer)
  }, [])
  // The account is read after the menu is drawn.
  const isKnown = user === 'guest' || account !== null
  if (lines === 0 && !(isKnown && isQuiet)) return null
  // As high as the lines of so many views.
  const room = lines > 0 ? <div aria-hidden style={{ height: `${lines * 1.875 - 0.125}rem` }} /> : null
  return (
    <div className="mt-0.5 flex flex-col gap-0.5 empty:hidden">
      {isKnown ? <NavViews kind={kind} room={room} onNavigate={onNavigate} /> : room}
    </div>
  )
}
