import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A row of tabs that scrolls where it does not fit, so that the current one is in sight, and fades out where there is
 * more. Goes around a `TabsList`.
 */
export function TabsStrip({ current, children }: { current: string; children: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current && strip.current) showCurrent(strip.current)
  }, [current])
  useEffect(() => (strip.current ? followSize(strip.current) : undefined), [])
  return (
    <div
      ref={strip}
      className="-mx-1 mask-[linear-gradient(to_right,transparent,black_var(--left),black_calc(100%-var(--right)),transparent)] overflow-x-auto px-1 py-1 [--left:0px] [--right:0px] data-[more-left]:[--left:3rem] data-[more-right]:[--right:3rem] max-md:-mx-4 max-md:px-4"
    >
      {children}
    </div>
  )
}

/** Brings the current tab to the middle of the row, as far as the row scrolls; the page stays where it is. */
function showCurrent(row: HTMLElement) {
  const tab = row.querySelector('[role="tab"][data-state="active"]')?.getBoundingClientRect()
  if (!tab) return
  const { left, width } = row.getBoundingClientRect()
  row.scrollLeft += tab.left + tab.width / 2 - (left + width / 2)
}

/** Keeps the current tab in sight, and says for the looks at which of its ends the row has more than is in sight. */
function followSize(row: HTMLElement): () => void {
  const mark = () => {
    row.toggleAttribute('data-more-left', row.scrollLeft > 1)
    row.toggleAttribute('data-more-right', row.scrollLeft + row.clientWidth < row.scrollWidth - 1)
  }
  const sizes = new ResizeObserver(() => {
    showCurrent(row)
    mark()
  })
  sizes.observe(row)
  row.addEventListener('scroll', mark, { passive: true })
  return () => {
    sizes.disconnect()
    row.removeEventListener('scroll', mark)
  }
}
