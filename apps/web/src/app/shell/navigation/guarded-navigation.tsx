import { type ReactNode, useContext, useEffect, useMemo } from 'react'
import {
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  parsePath,
  type To,
} from 'react-router'
import { isLeavingGuarded, leaveGuarded } from '@/lib/browser/leave-guard.ts'

/**
 * Lets a form with changes ask before a link, a tab, Back, or closing the window takes it away. The declarative router
 * has no way to ask; this stands before its navigator. Where the browser cannot hold Back, the draft remains.
 */
export function GuardedNavigation({ children }: { children: ReactNode }) {
  const context = useContext(NavigationContext)
  const guarded = useMemo(() => ({ ...context, navigator: guardedNavigator(context.navigator) }), [context])
  useEffect(guardHistoryTraversal, [])
  useEffect(holdUnload, [])
  return <NavigationContext value={guarded}>{children}</NavigationContext>
}

function guardedNavigator(navigator: Navigator): Navigator {
  return {
    ...navigator,
    push: (...to) => leaveUnlessSameScreen(to[0], () => navigator.push(...to)),
    replace: (...to) => leaveUnlessSameScreen(to[0], () => navigator.replace(...to)),
  }
}

/** Filtering or ordering a list leaves no form that stands beside it: the address names the same record. */
function leaveUnlessSameScreen(to: To, leave: () => void): void {
  const { pathname, search } = typeof to === 'string' ? parsePath(to) : to
  const id = new URLSearchParams(location.search).get('id')
  const isSameRecord = id !== null && new URLSearchParams(search).get('id') === id
  if (isSameRecord && pathname === location.pathname) leave()
  else leaveGuarded(leave)
}

/** Back and forward. */
function guardHistoryTraversal() {
  const navigation = 'navigation' in window ? window.navigation : null
  let allowed: string | null = null
  const hold = (event: NavigateEvent) => {
    if (event.navigationType !== 'traverse' || !event.cancelable) return
    const { key } = event.destination
    const isAllowed = key === allowed
    allowed = null
    if (isAllowed || !isLeavingGuarded()) return
    event.preventDefault()
    leaveGuarded(() => {
      allowed = key
      navigation?.traverseTo(key)
    })
  }
  navigation?.addEventListener('navigate', hold)
  return () => navigation?.removeEventListener('navigate', hold)
}

/** A reload, or the end of the page. */
function holdUnload() {
  const hold = (event: BeforeUnloadEvent) => {
    if (isLeavingGuarded()) event.preventDefault()
  }
  addEventListener('beforeunload', hold)
  return () => removeEventListener('beforeunload', hold)
}
