import { highlightedParts } from './highlighted-parts.ts'

/** A text in which the search term stands out. */
export function Highlight({ text, term }: { text: string; term: string }) {
  return highlightedParts(text, term).map(({ text: part, isMatch, start }) =>
    isMatch ? (
      <mark key={start} className="rounded-xs bg-primary-soft text-link">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}
