import { useCallback, useEffect, useState } from 'react'

const COOKIE = 'sidebar_state'
const SEVEN_DAYS_S = 7 * 24 * 60 * 60

/** Whether the sidebar is expanded, out of the page's cookies. It is until the user collapses it. */
export function isExpandedIn(cookies: string): boolean {
  return !cookies.split(/;\s*/).includes(`${COOKIE}=collapsed`)
}

/** The cookie that remembers the sidebar for a week. */
export function sidebarCookie(isExpanded: boolean): string {
  const value = isExpanded ? 'expanded' : 'collapsed'
  return `${COOKIE}=${value}; path=/; max-age=${SEVEN_DAYS_S}; samesite=lax`
}

export interface SidebarState {
  isExpanded: boolean
  toggle: () => void
}

/** The sidebar's state, kept in the page's cookie. */
export function useSidebar(): SidebarState {
  const [isExpanded, setExpanded] = useState(() => isExpandedIn(document.cookie))
  useEffect(() => keepCookie(document, sidebarCookie(isExpanded)), [isExpanded])
  const toggle = useCallback(() => setExpanded((expanded) => !expanded), [])
  return { isExpanded, toggle }
}

function keepCookie(page: Pick<Document, 'cookie'>, cookie: string): void {
  page.cookie = cookie
}
