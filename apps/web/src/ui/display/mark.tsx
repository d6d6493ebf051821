import { cn } from '@/lib/cn.ts'
import { colorOf, HUES, TINT } from './tint.ts'

/** Initials on a quiet tile, by which something is recognized. Decoration: the name stands beside it. */
export function Mark({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      // Not as text: the name alone is copied, and read.
      data-letters={lettersOf(name)}
      className={cn(
        'grid before:content-[attr(data-letters)] size-5 shrink-0 place-items-center rounded-sm font-semibold text-[0.5625rem] [--strength:0.6]',
        TINT,
        HUES[colorOf(name)],
      )}
    />
  )
}

/** Returns the first letters of the first and the last word; of one word, and before a number, the first two. */
function lettersOf(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest.findLast((word) => /^\p{L}/u.test(word))
  const [one = '?', two = ''] = first
  return (last === undefined ? one + two : one + [...last][0]).toUpperCase()
}
