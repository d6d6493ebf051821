import { useEffect, useRef } from 'react'

/**
 * Buffers what the user types while the field for it is still being loaded, so that no key is lost or triggers anything
 * else. Gives a function that returns the buffered text and empties the buffer.
 */
export function useKeystrokeBuffer(isWaiting: boolean): () => string {
  const typed = useRef('')
  useEffect(() => {
    if (!isWaiting) return
    const keep = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isText && event.key !== 'Enter') return
      event.preventDefault()
      if (isText) typed.current += event.key
    }
    addEventListener('keydown', keep, true)
    return () => removeEventListener('keydown', keep, true)
  }, [isWaiting])
  return () => {
    const text = typed.current
    typed.current = ''
    return text
  }
}
