import { useCallback, useSyncExternalStore } from 'react'

/** Phones and narrow windows: everything below the medium breakpoint of 768 px. */
export const PHONE = '(max-width: 767.98px)'

/** Windows without room for a table beside the menu: below the large breakpoint of 1024 px. */
export const NARROW = '(max-width: 1023.98px)'

/** Windows with room for a record beside its list. */
export const ROOMY = '(min-width: 1200px)'

/** Whether a media query holds, now and whenever that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
