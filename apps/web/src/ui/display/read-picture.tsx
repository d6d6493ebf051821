import { type PointerEvent, type ReactNode, useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { Tooltip } from '../floating/tooltip.tsx'

interface ReadPictureProps {
  /** Its label. */
  name: string
  /** The text of each of its points, from left to right; there is one at least. */
  said: readonly string[]
  /** The picture; it may mark the point that is read, if any is. */
  children: (read: number | null) => ReactNode
  className?: string
}

/**
 * A picture of points at equal distances. The pointer and the arrow keys go from point to point and read the text of
 * each. An invisible slider lies above the picture: one stop of the Tab key.
 */
export function ReadPicture({ name, said, children, className }: ReadPictureProps) {
  const newest = said.length - 1
  const [read, setRead] = useState<number | null>(null)
  const [chosen, choose] = useState<number | null>(null)
  const value = Math.min(chosen ?? newest, newest)
  const pointTo = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * said.length)
    setRead(Math.min(newest, Math.max(0, place)))
  }
  return (
    <span
      className={cn(
        'relative block rounded-sm -outline-offset-1 focus-within:outline-2 focus-within:outline-ring',
        className,
      )}
    >
      {children(read)}
      <Tooltip content={said[read ?? value]}>
        <input
          type="range"
          aria-label={name}
          aria-valuetext={said[value]}
          min={0}
          max={newest}
          value={value}
          onChange={({ target }) => {
            choose(target.valueAsNumber)
            setRead(target.valueAsNumber)
          }}
          onFocus={() => setRead(value)}
          onBlur={() => setRead(null)}
          onPointerMove={pointTo}
          onPointerLeave={() => setRead(null)}
          className="absolute inset-0 size-full cursor-default opacity-0"
        />
      </Tooltip>
    </span>
  )
}

/**
 * Marks the point that is read, in a picture of {@link ReadPicture}. It stays in the page while none is: a window that
 * loses an element while the focus moves to its next control takes the focus back to itself.
 */
export function ReadMark({ read, step, height }: { read: number | null; step: number; height: number }) {
  return (
    <rect
      x={(read ?? 0) * step}
      width={step}
      height={height}
      className={cn(
        'fill-foreground opacity-40 forced-colors:fill-[CanvasText]',
        read === null && 'invisible',
      )}
    />
  )
}
