import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePrinting } from '@/lib/browser/printing.ts'

/** So far outside of the window, in pixels, something is drawn. */
const NEAR = 800

interface NearWindowProps {
  /** The height that it will have, in pixels. */
  height: number
  children: ReactNode
}

/** Draws its content once it comes near the window, or is printed, and keeps room for it until then. */
export function NearWindow({ height, children }: NearWindowProps) {
  const room = useRef<HTMLDivElement>(null)
  const [wasNear, setWasNear] = useState(false)
  const isShown = usePrinting() || wasNear
  useEffect(() => {
    if (isShown || !room.current) return
    const observer = new IntersectionObserver(([entry]) => setWasNear(entry?.isIntersecting ?? false), {
      rootMargin: `${NEAR}px`,
    })
    observer.observe(room.current)
    return () => observer.disconnect()
  }, [isShown])
  return isShown ? children : <div ref={room} style={{ height }} />
}
