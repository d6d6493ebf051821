import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/cn.ts'

/** The frame of several tables that stand below each other under one head. Where their columns do not fit, it scrolls. */
export function TableFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  // Each time: other columns are another table.
  useEffect(() => {
    const { current } = frame
    const table = current?.querySelector('table')
    if (!current || !table) return
    const observer = new ResizeObserver(() => setScrolls(table.offsetWidth > current.clientWidth + 1))
    observer.observe(current)
    observer.observe(table)
    return () => observer.disconnect()
  })
  return (
    <div
      ref={frame}
      className={cn(
        'md:rounded-xl md:border md:bg-card md:shadow-raised print:overflow-visible',
        scrolls ? 'overflow-x-auto [--sticky-top:0px]' : 'md:overflow-clip',
      )}
    >
      {children}
    </div>
  )
}
