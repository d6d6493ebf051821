import { Avatar as Primitive } from 'radix-ui'
import { cn } from '@/lib/cn.ts'

const SIZES = { sm: 'size-5 text-[0.625rem]', md: 'size-7 text-xs', lg: 'size-10 text-base' }

interface AvatarProps {
  /** Whose: the first letter stands in for a picture. */
  name: string
  src?: string | null
  size?: keyof typeof SIZES
  className?: string
}

/** A person's picture or initial. Decoration: the name stands beside it, or on the control around it. */
export function Avatar({ name, src = null, size = 'md', className }: AvatarProps) {
  return (
    <Primitive.Root
      aria-hidden
      className={cn('inline-flex shrink-0 overflow-hidden rounded-full', SIZES[size], className)}
    >
      {src && (
        <Primitive.Image src={src} alt="" referrerPolicy="no-referrer" className="size-full object-cover" />
      )}
      <Primitive.Fallback className="grid size-full place-items-center bg-primary-soft font-semibold text-link">
        {firstLetter(name)}
      </Primitive.Fallback>
    </Primitive.Root>
  )
}

function firstLetter(name: string): string {
  const [letter = '?'] = name.trim()
  return letter.toUpperCase()
}
