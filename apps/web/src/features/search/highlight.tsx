import { highlightedParts } from './highlighted-parts.ts'

/** A text in which what is sought stands out. */
export function Highlight({ text, sought }: { text: string; sought: string }) {
  return highlightedParts(text, sought).map(({ text: part, isMatch, start }) =>
    isMatch ? (
      <mark key={start} className="rounded-xs bg-primary-soft text-link">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
