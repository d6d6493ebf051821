import type { SearchResult } from '@cairn/workspace/port/search'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDate } from '@/lib/text/dates.ts'
import { Badge } from '@/ui/display/badge.tsx'
import { Highlight } from './highlight.tsx'
import { resultPath } from './result-path.ts'
import { TYPE_ICONS, typeLabel } from './result-types.ts'

interface ResultCardProps {
  result: SearchResult
  /** Where it stands in the list. */
  index: number
  term: string
}

/** Something that was found: the whole card leads to it. */
export function ResultCard({ result, index, term }: ResultCardProps) {
  const { t, i18n } = useTranslation()
  const { type, title, description, lastUpdated } = result
  const Icon = TYPE_ICONS[type]
  return (
    <li
      data-index={index}
      className="relative flex gap-3 rounded-xl border bg-card px-4 py-3 shadow-raised transition-colors duration-100 hover:border-input has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2"
    >
      <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-lg bg-muted text-muted-foreground max-md:hidden">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={resultPath(result)}
            data-row-title
            className="min-w-0 wrap-anywhere font-medium text-base outline-none after:absolute after:inset-0 after:rounded-xl"
          >
            <Highlight text={title} term={term} />
          </Link>
          <Badge variant="neutral">{typeLabel(type, t)}</Badge>
          <time
            dateTime={lastUpdated.toISOString()}
            className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
          >
            {formatDate(lastUpdated, i18n.language)}
          </time>
        </div>
        {description && (
          <p className="mt-0.5 line-clamp-2 wrap-anywhere text-muted-foreground text-sm">
            <Highlight text={description} term={term} />
          </p>
        )}
      </div>
    </li>
  )
}
