import { useEffect, useState } from 'react'

/** Longer than between the two presses of a double press. */
const REST_MS = 600

/**
 * Whether the page has been visible to the user for a moment, since it was drawn or came to the front. Another site can
 * ask for a double press in a separate window, close that window with the first press, and have this page below: the
 * second press would be an answer that nobody gave.
 */
export function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const begin = () => {
      clearTimeout(timer)
      setRested(false)
      timer = setTimeout(() => setRested(true), REST_MS)
    }
    begin()
    window.addEventListener('focus', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [])
  return isRested
}
