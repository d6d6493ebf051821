import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { DeletionImpact } from '@cairn/workspace/port/records/deletion'
import { ExternalLink as ExternalLinkIcon } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { LastPublisher, Owner } from '../owner/person.tsx'
import { recordPath } from '../record-path.ts'

/** What depends on a record, by kind, each a link with its owner. */
export function DependentRecords({ groups }: { groups: readonly DeletionImpact[] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  return groups.map(({ kind, total, items }) => (
    <section key={kind} className="mt-4">
      <h3 id={`${id}-${kind}`} className="font-medium text-sm">
        {kind === 'article' ? t('Articles') : t(CATALOGUES[kind].title)}{' '}
        <span className="text-muted-foreground">{formatNumber(total, i18n.language)}</span>
      </h3>
      <ul
        aria-labelledby={`${id}-${kind}`}
        className="mt-1 max-h-40 overflow-y-auto rounded-md border text-sm"
      >
        {items.map((item) => (
          // The owner has a line of its own where both do not fit.
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-3 py-1.5"
          >
            {kind === 'article' ? (
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{item.name}</span>
            ) : (
              // In place, it would take the question away with all that was typed.
              <Link
                to={recordPath({ kind, id: item.id })}
                target="_blank"
                title={t('Opens in a new tab')}
                className="min-w-0 flex-1 basis-40 wrap-anywhere underline"
              >
                {item.name}
                <ExternalLinkIcon aria-hidden className="ml-1 inline size-3 align-baseline" />
              </Link>
            )}
            <span className="max-w-full text-muted-foreground text-xs">
              {kind === 'article' ? (
                <LastPublisher personId={item.ownerId} />
              ) : (
                <Owner ownerId={item.ownerId} record={{ kind, id: item.id }} />
              )}
            </span>
          </li>
        ))}
        {total > items.length && (
          <li className="px-3 py-1.5 text-muted-foreground">
            {t('and {{count}} more', { count: total - items.length })}
          </li>
        )}
      </ul>
    </section>
  ))
}
