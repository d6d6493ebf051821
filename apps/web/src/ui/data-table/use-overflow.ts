import { type RefObject, useEffect, useState } from 'react'

/** Whether what stands in a box is wider than it; asked only while `enabled`. */
export function useOverflow(box: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const { current } = box
    const inside = current?.firstElementChild
    if (!enabled || !current || !(inside instanceof HTMLElement)) {
      setOverflows(false)
      return
    }
    const observer = new ResizeObserver(() => setOverflows(inside.offsetWidth > current.clientWidth + 1))
    observer.observe(current)
    observer.observe(inside)
    return () => observer.disconnect()
  }, [box, enabled])
  return overflows
}
