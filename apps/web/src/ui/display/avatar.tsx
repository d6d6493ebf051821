import { useState } from 'react'
import { cn } from '@/lib/cn.ts'
import { colorOf, HUES, TINT } from './tint.ts'

const SIZES = { sm: 'size-5 text-[0.625rem]', md: 'size-7 text-xs', lg: 'size-10 text-base' }

interface AvatarProps {
  /** Whose: the first letter stands in for a picture. */
  name: string
  src?: string | null
  size?: keyof typeof SIZES
  /** The first letters of first and last name, not of the first alone. */
  initials?: boolean
  className?: string
}

/** A person's picture or initial. Decoration: the name stands beside it, or on the control around it. */
export function Avatar({ name, src = null, size = 'md', initials = false, className }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn('inline-flex shrink-0 overflow-hidden base:rounded-full', SIZES[size], className)}
    >
      <Face key={src} name={name} letters={initials ? initialsOf(name) : firstLetter(name)} src={src} />
    </span>
  )
}

/** The letters, until the picture has come; for good where it does not. */
function Face({ name, letters, src }: { name: string; letters: string; src: string | null }) {
  const [picture, setPicture] = useState<'awaited' | 'there' | 'missing'>('awaited')
  return (
    <>
      {src && picture !== 'missing' && (
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          onLoad={() => setPicture('there')}
          onError={() => setPicture('missing')}
          className={cn('size-full object-cover', picture === 'awaited' && 'hidden')}
        />
      )}
      {picture !== 'there' && (
        <span className={cn('grid size-full place-items-center font-semibold', TINT, HUES[colorOf(name)])}>
          {letters}
        </span>
      )}
    </>
  )
}

function firstLetter(name: string): string {
  const [letter = '?'] = name.trim()
  return letter.toUpperCase()
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  return firstLetter(name) + (last === '' ? '' : firstLetter(last))
}
