import { useEffect, useRef } from 'react'

/**
 * Keeps what is typed while the field that it is meant for is still being loaded, so that nothing is lost and nothing
 * is pressed by mistake. Gives the function that takes it.
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
